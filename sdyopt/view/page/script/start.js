// The page, as it opens; the search, which looks through all of it; and links to its rows and lines.

const ABOUT = {memory: ["memory", "memory over the program"], sent: ["collectives", "collectives"], time: ["time", "operations"], copies: ["tensors", "shardings"], kept: ["memory", "memory over the program"], faster: ["collectives", "collectives"]};

function drawHead() {
  byId("heading").append(...DATA.heading.map(text => element("p", {class: "faint"}, text)));
  byId("answers").append(...DATA.answers.map(([about, text, fits]) => {
    const [name, rest] = [text.slice(0, text.indexOf(":")), text.slice(text.indexOf(":") + 1)];
    const style = about !== "memory" ? null : fits === true ? "fits" : fits === false ? "exceeds" : "unsure";
    return element("li", {class: style}, element("b", {}, `${name}:`), ...withLinks(rest), " ", link(ABOUT[about][0], ABOUT[about][1], {class: "to"}));
  }));
}
function withLinks(text) {
  // A text in which places that are lines of the source lead there.
  const places = new Map(sources.flatMap((file, index) => file.texts.map(([line]) => [`${file.name}:${line}`, lineId(index, line)])));
  return text.split(/([^\s,;]+:\d+)/).map(part => places.has(part) ? link(places.get(part), part) : part);
}

function search(text) {
  if (text !== undefined) byId("search").value = byId("search").value === text ? "" : text;
  const words = byId("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = text => words.length > 0 && words.every(word => text.toLowerCase().includes(word));
  const found = listings.map(listing => [listing.id, listing.noun, listing.search(words)]);
  let first = null, lines = 0;
  sources.forEach((file, index) => file.texts.forEach(([line, each]) => {
    const isFound = matches(`${file.name}:${line} ${each}`);
    sourceLines.get(lineId(index, line))?.classList.toggle("found", isFound);
    if (isFound && !lines++) first = lineId(index, line);
  }));
  const inProgram = words.length ? [...texts].filter(([, each]) => matches(each)) : [];
  const count = (id, text) => element("li", {}, link(id, text));
  byId("found").replaceChildren(...(words.length ? [
    ...(lines ? [count(first, `${counted(lines, "line")} of the source`)] : []),
    ...found.filter(([, , number]) => number).map(([id, noun, number]) => count(id, counted(number, noun))),
    ...inProgram.slice(0, 3).map(([line]) => count(`L${line}`, `line ${line} of the program`)),
    ...(inProgram.length > 3 ? [element("li", {class: "faint"}, `… ${counted(inProgram.length - 3, "more line")}`)] : []),
  ] : []));
  if (words.length && !byId("found").childElementCount) byId("found").append(element("li", {class: "faint"}, "nothing found"));
}

function follow() {
  // Shows what the address asks for, also if it is folded.
  const id = decodeURIComponent(location.hash.slice(1));
  const [, name, row] = /^([a-z]+)-(\d+)$/.exec(id) ?? [];
  const listing = listings.find(each => each.id === name && each.data.rows[row]);
  const line = /^L(\d+)$/.exec(id);
  const target = listing ? listing.reveal(Number(row)) : line ? programLine(Number(line[1])) : sourceLine(id) ?? byId(id);
  document.querySelectorAll(".target").forEach(each => each.classList.remove("target"));
  if (!target) return;
  target.classList.add("target");
  target.scrollIntoView({block: listing || line || sourceLines.has(id) ? "center" : "start"});
  if (listing) listing.toggle(Number(row), true);
}

drawHead();
drawSources();
drawMemory();
drawCollectives();
drawTime();
drawFlames();
drawBeside();
drawTensors();
drawProgram();
for (const item of document.querySelectorAll("nav a")) item.parentElement.hidden = byId(item.hash.slice(1)).hidden;
byId("search").addEventListener("input", () => search());
addEventListener("hashchange", follow);
document.addEventListener("click", event => {
  const to = event.target.closest("a");
  if (to?.hash && to.hash === location.hash) follow();
});
addEventListener("beforeprint", () => document.querySelectorAll(".chunk").forEach(decorate));
if (location.hash) follow();
