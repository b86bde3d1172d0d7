// The program.

const CHUNK = 100; // lines that are drawn at once
const LONGEST_STRETCH = 4000, STRETCH_ENDS = 1000; // characters without a name or a sharding, and how many stay of more
const LONGEST_UNFOLDED = 30; // characters that fit on any line
const MOST_OF_NAME = 1000; // characters
const MOST_NAMED = 24; // lines on which a value is used

const texts = program.text.split("\n");
if (texts.length > 1 && texts.at(-1) === "") texts.pop();
const starts = [0];
for (const text of texts) starts.push(starts.at(-1) + text.length + 1);
const NAMES = /"(?:[^"\\]|\\.)*"|\/\/.*|%[\w$.-]+/g; // with strings and comments, which hold none
const definitionNames = program.definitions.map(start => start < 0 ? undefined : /%[\w$.-]+/y.exec(program.text.slice(start, start + MOST_OF_NAME))?.[0]);
const markedUses = new Map();
for (let at = 0; at < program.values.length; at += 3) {
  const [start, length, value] = program.values.slice(at, at + 3);
  definitionNames[value] ??= program.text.slice(start, start + length);
  if (start !== program.definitions[value]) markedUses.has(value) ? markedUses.get(value).push(start) : markedUses.set(value, [start]);
}
// What the names mean that a function defines once: by the number of the function and the name. Others are marked.
const meanings = new Map();
const meaning = (place, name) => `${below(program.functions, 1, place + 1)} ${name}`;
if (program.functions) program.definitions.forEach((start, value) => {
  const key = meaning(start, definitionNames[value]);
  meanings.set(key, meanings.has(key) ? null : value);
});
const definitionLines = program.definitions.map(start => start < 0 ? -start : lineAt(start));
const tensorsByDefinition = new Map();
for (const tensor of tensors) if (tensor.text_line !== null) tensorsByDefinition.set(`${tensor.text_line} ${tensor.name.split("#")[0]}`, tensor);

function lineAt(place) { return lineNumbers[below(starts, 1, place + 1) - 1]; }
const chunks = [];
function drawProgram() {
  const lines = texts.length < program.all_lines ? `${number(texts.length)} of ${counted(program.all_lines, "line")}, those of what costs most` : counted(texts.length, "line");
  byId("program-note").textContent = !program.has_lines_of_input ? `as sdy-opt prints it, without locations and after passes: ${lines}`
    : `${lines}${program.is_as_written ? "" : ", locations left out"}; a name leads to its definition, each colour is a sharding`;
  const box = byId("lines");
  box.style.setProperty("--digits", String(String(program.all_lines).length));
  const observer = new IntersectionObserver(entries => {
    for (const entry of entries) if (entry.isIntersecting) decorate(entry.target);
  }, {rootMargin: "1200px 0px"});
  for (let first = 0; first < texts.length; first += CHUNK) {
    const chunk = element("div", {class: "chunk"});
    const last = Math.min(first + CHUNK, texts.length);
    chunk.style.containIntrinsicHeight = `auto ${(last - first) * 20}px`;
    for (let at = first; at < last; at++) {
      const which = lineNumbers[at], left = which - (at ? lineNumbers[at - 1] : 0) - 1;
      if (left) chunk.append(element("div", {class: "gap"}, `… ${counted(left, "line")} …`));
      const line = element("div", {class: "line", id: `L${which}`, "data-line": String(which)}, texts[at].slice(0, LONGEST_STRETCH));
      if (texts[at].length > LONGEST_UNFOLDED) line.style.setProperty("--hang", `${Math.min(40, texts[at].search(/\S|$/)) + 4}ch`);
      chunk.append(line);
    }
    if (last === texts.length && last && lineNumbers[last - 1] < program.all_lines) {
      chunk.append(element("div", {class: "gap"}, `… ${counted(program.all_lines - lineNumbers[last - 1], "line")} …`));
    }
    chunks.push(chunk);
    observer.observe(chunk);
  }
  fill(box, chunks);
  if (chunks.length) decorate(chunks[0]);
  box.addEventListener("click", event => {
    const value = event.target.closest(".value")?.dataset.value;
    if (value !== undefined) { event.preventDefault(); goTo(Number(value)); }
  });
}
function decorate(chunk) {
  if (chunk.decorated) return;
  chunk.decorated = true;
  for (const line of chunk.querySelectorAll(".line")) {
    const at = indexOf(Number(line.dataset.line));
    fill(line, pieces(starts[at], starts[at] + texts[at].length));
  }
}
function decorateAround(line) {
  const chunk = Math.floor(indexOf(line) / CHUNK);
  for (const near of [chunk - 1, chunk, chunk + 1]) if (chunks[near]) decorate(chunks[near]);
}
function pieces(start, stop) {
  // One line, from `start` to before `stop`, as text, values and shardings. A sharding may run over several lines.
  const marks = [];
  for (let at = below(program.values, 3, start) * 3; at < program.values.length && program.values[at] < stop; at += 3) {
    const [from, length, value] = program.values.slice(at, at + 3);
    marks.push([from, from + length, text => valueMark(text, value, from)]);
  }
  for (const [from, text, value] of program.functions ? namesIn(start, stop) : []) {
    if (value !== null) marks.push([from, from + text.length, () => valueMark(text, value, from)]);
  }
  for (let at = Math.max(0, below(program.shardings, 3, start) - 1) * 3; at < program.shardings.length && program.shardings[at] < stop; at += 3) {
    const [from, length, which] = program.shardings.slice(at, at + 3);
    const [first, last] = [Math.max(from, start), Math.min(from + length, stop)];
    if (first < last) marks.push([first, last, text => sharding(text, which)]);
  }
  marks.sort((a, b) => a[0] - b[0]);
  const found = [];
  let done = start;
  for (const [from, to, make] of marks) {
    if (from < done) continue;
    found.push(...plain(program.text.slice(done, from)), make(program.text.slice(from, to)));
    done = to;
  }
  found.push(...plain(program.text.slice(done, stop)));
  return found;
}
function* namesIn(start, stop) {
  // The names in a line, with the values that they mean: null for those that are marked, or mean none.
  for (const found of program.text.slice(start, stop).matchAll(NAMES)) {
    if (found[0].startsWith("%")) yield [start + found.index, found[0], meanings.get(meaning(start + found.index, found[0])) ?? null];
  }
}
function usesOf(value) {
  // Where a value is used, in the order of the text.
  const place = program.definitions[value], name = definitionNames[value];
  if (!program.functions || meanings.get(meaning(place, name)) !== value) return markedUses.get(value) ?? [];
  const stop = program.functions[below(program.functions, 1, place + 1)] ?? program.text.length;
  const found = [];
  for (let at = program.text.indexOf(name, place + 1); at >= 0 && at < stop; at = program.text.indexOf(name, at + 1)) {
    const index = below(starts, 1, at + 1) - 1;
    for (const [from, text] of namesIn(starts[index], starts[index] + texts[index].length)) if (from === at && text === name) found.push(at);
  }
  return found;
}
function plain(text) {
  if (text.length <= LONGEST_STRETCH) return text ? [text] : [];
  const out = text.length - 2 * STRETCH_ENDS;
  return [text.slice(0, STRETCH_ENDS), element("span", {class: "left-out"}, ` … ${number(out)} characters … `), text.slice(-STRETCH_ENDS)];
}
function valueMark(text, value, place) {
  const isDefinition = place === program.definitions[value];
  if (program.definitions[value] < 0) return element("span", {title: `defined on line ${definitionLines[value]}, which is not on this page`}, text);
  const made = element("a", {class: isDefinition ? "value definition" : "value", href: `#L${definitionLines[value]}`}, text);
  made.dataset.value = value;
  return made;
}
function goTo(value) {
  const line = definitionLines[value];
  decorateAround(line);
  byId("highlight").textContent = `.value[data-value="${value}"] { background: var(--mark); }`;
  const shown = [element("span", {}, element("code", {}, definitionNames[value]), " of ", lineLink(line, `line ${line}`))];
  const uses = usesOf(value);
  const lines = [...new Set(uses.map(lineAt))];
  const links = lines.slice(0, MOST_NAMED).flatMap((used, index) => index ? [", ", lineLink(used)] : [lineLink(used)]);
  shown.push(element("span", {}, uses.length ? `${counted(uses.length, "use")}, on ${lines.length === 1 ? "line" : "lines"} ` : "no uses", ...links, lines.length > MOST_NAMED ? ", …" : ""));
  const tensor = tensorsByDefinition.get(`${line} ${definitionNames[value]}`);
  if (tensor) {
    const button = element("button", {type: "button", class: "link"}, tensor.cost === null ? "in the table" : `${unit(tensor.cost)} a device`);
    button.addEventListener("click", () => { reveal(tensor); choose(tensor, false); byId("tensors").scrollIntoView(); });
    shown.push(button);
  }
  byId("chosen").replaceChildren(...shown);
  const hash = `#L${line}`;
  if (location.hash !== hash) location.hash = hash;
  const definition = byId(`L${line}`).querySelector(`.definition[data-value="${value}"]`);
  definition?.scrollIntoView({block: "center"});
  definition?.focus({preventScroll: true});
}
