// The page "Try it": what is shown and chosen. Python runs in worker.js, so that the page answers meanwhile.

const FILE = "program.mlir";
const PAUSE = 600; // milliseconds after the last key, before a changed program is run

const playground = document.getElementById("playground");
const [controls, example, command, run, link, status, choices, program, messages, output, page] = [
  "controls", "example", "command", "run", "link", "status", "choices", "program", "messages", "output", "page",
].map((id) => document.getElementById(id));

const contents = await (await fetch("contents.json")).json();
let worker = null; // the thread of Python
let started = false; // whether it has loaded everything
let running = false; // whether it runs a command
let waiting = false; // whether another one is to run after that
let timer = 0;

function startWorker() {
  started = running = false;
  worker = new Worker("worker.js", { type: "module" });
  worker.onmessage = ({ data }) => (data.started ? (started = true) && execute() : show(data));
  worker.onerror = (error) => fail(error.message || "Python cannot be loaded");
  const address = (path) => new URL(path, location.href).href;
  const wheels = contents.wheels.map(address);
  worker.postMessage({ pyodide: address(playground.dataset.pyodide), wheels });
  report("Loading Python …");
}

function report(text) {
  status.textContent = text;
  playground.setAttribute("aria-busy", String(!started || running));
  run.textContent = running ? "Stop" : "Run";
}

function fail(text) {
  worker.terminate();
  worker = null;
  started = running = false;
  report(`Error: ${text}. Run starts again.`);
}

// Runs the command, or lets it be run once Python is ready.
function execute() {
  clearTimeout(timer);
  keepInAddress();
  if (worker === null) return startWorker();
  waiting = started && running;
  if (!started || running) return;
  running = true;
  report("Running …");
  worker.postMessage({ command: command.value, file: FILE, program: program.value });
}

function show({ status: code, output: text, messages: said, seconds, error }) {
  if (error) return fail(error);
  running = false;
  const isPage = text.startsWith("<!doctype html>");
  messages.textContent = said;
  messages.hidden = said === "";
  output.textContent = isPage ? "" : text;
  output.hidden = isPage;
  page.hidden = !isPage;
  page.srcdoc = isPage ? text : "";
  report(`Exit status ${code}, ${seconds.toFixed(1)} s`);
  if (waiting) execute();
}

// What may be added to the command: passes of sdy-opt in the order in which they are ticked, tables of sdy-view.

const padded = () => ` ${command.value.trim().replace(/\s+/g, " ")} `;
let listed = "";

function listChoices() {
  const tool = padded().split(" ")[1];
  if (tool !== listed) {
    listed = tool;
    choices.replaceChildren(choices.firstElementChild, ...(contents.choices[tool] ?? []).map(choice));
  }
  for (const box of choices.querySelectorAll("input")) box.checked = padded().includes(` ${box.value} `);
}

function choice([words, help]) {
  const label = document.createElement("label");
  const box = document.createElement("input");
  box.type = "checkbox";
  box.value = words;
  box.onchange = () => {
    const added = box.checked ? `${padded()}${words}` : padded().replace(` ${words} `, " ");
    command.value = added.trim();
    execute();
  };
  label.title = help;
  label.append(box, ` ${words}`);
  return label;
}

// The part of the address after #: command and program, as deflated JSON in base64 for addresses.

const throughStream = (data, stream) => new Response(new Blob([data]).stream().pipeThrough(stream));

async function keepInAddress() {
  const text = JSON.stringify([command.value, program.value]);
  const packed = new Uint8Array(await throughStream(text, new CompressionStream("deflate-raw")).arrayBuffer());
  const letters = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(""));
  const code = letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  history.replaceState(null, "", `#${code}`);
}

async function readAddress() {
  try {
    const letters = atob(location.hash.slice(1).replaceAll("-", "+").replaceAll("_", "/"));
    const packed = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const text = await throughStream(packed, new DecompressionStream("deflate-raw")).text();
    [command.value, program.value] = JSON.parse(text);
    return true;
  } catch {
    return false; // of a heading, or cut off
  }
}

function choose(number) {
  const chosen = contents.examples[number];
  command.value = chosen.command;
  program.value = chosen.program;
}

async function open() {
  const isLinked = location.hash.length > 1 && (await readAddress());
  if (!isLinked) choose(0);
  example.value = isLinked ? "" : "0";
  listChoices();
  execute();
}

example.append(...contents.examples.map(({ title }, number) => new Option(title, number)));
example.onchange = () => {
  choose(example.value);
  listChoices();
  execute();
};
controls.onsubmit = (event) => {
  event.preventDefault();
  if (!running) return execute();
  worker.terminate();
  startWorker();
};
command.oninput = listChoices;
program.oninput = () => {
  clearTimeout(timer);
  timer = setTimeout(execute, PAUSE);
};
link.onclick = async () => {
  await keepInAddress();
  await navigator.clipboard.writeText(location.href);
  report("The link is in the clipboard.");
};
addEventListener("hashchange", open);
open();
