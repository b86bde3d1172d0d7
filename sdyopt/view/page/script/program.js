// The program: lines that are drawn when they are wanted, in which names lead to their definitions.

const CHUNK = 100, LONGEST_LINE = 4000; // lines, characters
const NAME = /%[\w$.-]+/g, MARKS = /"(?:[^"\\]|\\.)*"|\/\/.*|%[\w$.-]+|<(?:@[^,<>]*|mesh<[^>]*>)\s*,\s*\[/g;
const program = DATA.program;
const texts = new Map(program.lines.flatMap(([first, lines]) => lines.map((text, at) => [first + at, text])));
let defined = null;

function definitions() {
  // Where names are defined: by function and name, the lines of their definitions.
  if (defined) return defined;
  defined = new Map();
  let around = "";
  const add = (name, line) => {
    const key = `${around} ${name}`;
    defined.has(key) ? defined.get(key).push(line) : defined.set(key, [line]);
  };
  for (const [line, text] of texts) {
    const begun = /^\s*func\.func\b[^@]*@("(?:[^"\\]|\\.)*"|[\w$.-]+)/.exec(text);
    if (begun) around = begun[1].replace(/^"|"$/g, "");
    const names = begun || /^\s*\^/.test(text) ? [...text.matchAll(/(%[\w$.-]+)\s*:/g)].map(found => found[1])
      : [...(/^\s*((?:%[\w$.-]+(?:\s*:\s*\d+)?(?:\s*,\s*)?)+)\s*=/.exec(text)?.[1] ?? "").matchAll(NAME)].map(found => found[0]);
    for (const name of names) add(name, line);
    for (const [, name] of begun ? [] : text.matchAll(/[(,]\s*(%[\w$.-]+)(?:\s*=\s*%[\w$.#-]+|\s*:\s*tensor[^()]*)(?=[,)])/g)) add(name, line);
  }
  return defined;
}
function definition(fn, text) {
  // A link to the line that defines a value; its text where there is none, or several.
  const [, name, label] = /^([%@]\S+) ?(.*)$/.exec(text) ?? ["", text, ""];
  const inner = /^@([^:]+):(%[\w$.-]+)/.exec(name);
  const lines = definitions().get(inner ? `${inner[1]} ${inner[2]}` : `${fn} ${name.split("#")[0]}`) ?? [];
  const shown = lines.length ? link(`L${lines[0]}`, name, {class: "code"}) : element("span", {class: "code"}, name);
  return element("span", {class: "name"}, shown, label && ` ${label}`);
}

function drawProgram() {
  const box = byId("lines"), shown = texts.size;
  byId("program-note").textContent = (program.is_input ? "without locations" : "as sdy-opt prints it, after passes") + (shown < program.count ? `: ${number(shown)} of ${counted(program.count, "line")}` : `: ${counted(shown, "line")}`);
  byId("text").addEventListener("toggle", () => drawLines(box));
  if (shown <= CHUNK) byId("text").open = true;
}
function drawLines(box) {
  if (box.childElementCount) return;
  definitions();
  box.style.setProperty("--digits", String(String(program.count).length));
  const chunks = [];
  let before = program.lines[0]?.[0] - 1, chunk = null, around = "";
  for (const [line, text] of texts) {
    if (!chunk || chunk.childElementCount >= CHUNK) chunks.push(chunk = element("div", {class: "chunk"}));
    if (line > before + 1) chunk.append(element("div", {class: "gap"}, `… ${counted(line - before - 1, "line")} …`));
    before = line;
    const begun = /^\s*func\.func\b[^@]*@("(?:[^"\\]|\\.)*"|[\w$.-]+)/.exec(text);
    if (begun) around = begun[1].replace(/^"|"$/g, "");
    chunk.append(element("div", {class: "line", id: `L${line}`, "data-line": line, "data-fn": around}, text.slice(0, LONGEST_LINE)));
  }
  for (const each of chunks) each.style.containIntrinsicHeight = `auto ${each.childElementCount * 20}px`;
  fill(box, chunks);
  const observer = new IntersectionObserver(entries => {
    for (const entry of entries) if (entry.isIntersecting) decorate(entry.target);
  }, {rootMargin: "1000px 0px"});
  chunks.forEach(each => observer.observe(each));
}
function decorate(chunk) {
  if (chunk.decorated) return;
  chunk.decorated = true;
  for (const line of chunk.querySelectorAll(".line")) fill(line, pieces(texts.get(Number(line.dataset.line)), line.dataset.fn, Number(line.dataset.line)));
}
function pieces(text, fn, line) {
  const found = [];
  let done = 0;
  for (const mark of text.slice(0, LONGEST_LINE).matchAll(MARKS)) {
    if (mark.index < done) continue;
    const stop = mark[0].startsWith("<") ? closing(text, mark.index + mark[0].length) : mark.index + mark[0].length;
    const whole = text.slice(mark.index, stop), lines = mark[0].startsWith("%") ? definitions().get(`${fn} ${mark[0]}`) : null;
    const target = lines?.filter(each => each <= line).at(-1) ?? lines?.[0];
    found.push(text.slice(done, mark.index));
    if (mark[0].startsWith("<")) found.push(sharding(whole));
    else if (target) found.push(link(`L${target}`, whole, {class: target === line ? "value defined" : "value"}));
    else found.push(whole);
    done = stop;
  }
  found.push(text.slice(done, LONGEST_LINE), text.length > LONGEST_LINE ? element("span", {class: "faint"}, ` … ${number(text.length - LONGEST_LINE)} characters`) : "");
  return found.filter(Boolean);
}
function closing(text, start) {
  // After the > that closes a sharding whose list of dimensions begins before `start`.
  let depth = 2;
  for (let at = start; at < text.length; at++) {
    if ("[{<".includes(text[at])) depth++;
    else if ("]}>".includes(text[at]) && !--depth) return at + 1;
  }
  return text.length;
}
function programLine(line) {
  byId("text").open = true;
  drawLines(byId("lines"));
  const shown = byId(`L${line}`);
  if (shown) for (const chunk of [shown.parentElement, shown.parentElement.previousElementSibling, shown.parentElement.nextElementSibling]) if (chunk) decorate(chunk);
  return shown;
}
