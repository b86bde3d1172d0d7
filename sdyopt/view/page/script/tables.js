// Tables as the command prints them: sorted by their headers and searched. A row opens, and says what it is of.

const FIRST_ROWS = 12, MORE_ROWS = 500, MOST_NAMES = 100;
const natural = new Intl.Collator("en", {numeric: true}).compare;
const listings = [];

class Listing {
  // `id` is that of the section, and with a number that of a row; `open` makes what is below an open row.
  constructor(id, data, noun, {order = null, open = null, cells = null} = {}) {
    Object.assign(this, {id, data, noun, open, cells, by: null, down: true, wanted: FIRST_ROWS, words: []});
    this.order = order ?? [...data.rows.keys()];
    this.bars = data.columns.findLastIndex(column => column.bold);
    this.made = new Map();
    this.count = element("span", {class: "faint", role: "status"});
    this.more = button("", () => { this.wanted += MORE_ROWS; this.draw(); }, {class: "more"});
    this.heads = data.columns.map((column, index) => {
      const style = {class: column.right ? "right" : null};
      return column.name ? element("th", {scope: "col", ...style}, button(column.name, () => this.sort(index))) : element("td", style);
    });
    this.body = element("tbody");
    const table = element("table", {class: "listing", "aria-label": noun}, element("thead", {}, element("tr", {}, ...this.heads)), this.body);
    byId(id).append(element("div", {class: "wide", tabindex: "0", role: "region", "aria-label": `Table of ${noun}s`}, table), element("p", {class: "under"}, this.more, this.count));
    listings.push(this);
    this.draw();
  }
  sort(column) {
    const isNumber = this.data.columns[column].right;
    this.down = this.by === column ? !this.down : isNumber;
    this.by = column;
    this.draw();
  }
  texts(row) { return this.cells?.(row) ?? this.data.rows[row]; }
  searched(row) {
    this.found ??= [];
    return this.found[row] ??= [...this.data.rows[row], ...(this.data.of?.[row]?.flat() ?? [])].join(" ").toLowerCase();
  }
  matching() { return this.order.filter(row => this.words.every(word => this.searched(row).includes(word))); }
  draw() {
    const rows = this.matching();
    if (this.by !== null) {
      const isNumber = this.data.columns[this.by].right;
      const key = new Map(rows.map(row => [row, isNumber ? amountOf(this.texts(row)[this.by]) ?? -1 : this.texts(row)[this.by]]));
      rows.sort((a, b) => (this.down ? -1 : 1) * (isNumber ? key.get(a) - key.get(b) : natural(key.get(a), key.get(b))));
    }
    this.heads.forEach((head, index) => index === this.by ? head.setAttribute("aria-sort", this.down ? "descending" : "ascending") : head.removeAttribute("aria-sort"));
    this.most = rows.reduce((most, row) => Math.max(most, amountOf(this.texts(row)[this.bars] ?? "") ?? 0), 0) || 1;
    this.made.clear();
    fill(this.body, rows.slice(0, this.wanted).map(row => this.line(row)));
    const left = rows.length - Math.min(this.wanted, rows.length);
    this.more.hidden = !left;
    this.more.textContent = `Show ${number(Math.min(left, MORE_ROWS))} more`;
    const beyond = this.data.left_out ? `; ${number(this.data.left_out)} more are not on this page (--all)` : "";
    this.count.textContent = (rows.length < this.order.length ? `${number(rows.length)} of ${counted(this.order.length, "row")}` : this.order.length > this.wanted || beyond ? counted(this.order.length, "row") : "") + beyond;
    return rows.length;
  }
  search(words) {
    this.words = words;
    this.wanted = FIRST_ROWS;
    return this.draw();
  }
  line(row) {
    const of = this.data.of?.[row], isOpened = Boolean(of?.[1].length || this.open);
    const cells = this.texts(row).map((text, index) => {
      const column = this.data.columns[index];
      const cell = element("td", {class: [column.right ? "right" : "", index === this.bars ? "bar" : "", index ? "" : "first"].join(" ").trim() || null, "data-label": index && text ? column.name : null}, this.cell(row, text, column.name));
      if (index === this.bars) cell.style.setProperty("--share", `${100 * (amountOf(text) ?? 0) / this.most}%`);
      if (!index && isOpened) cell.prepend(button("", () => this.toggle(row), {class: "opener", "aria-expanded": "false", "aria-label": `More about ${text}`}));
      return cell;
    });
    const line = element("tr", {id: `${this.id}-${row}`, class: isOpened ? "opened" : null, onclick: event => {
      if (isOpened && !event.target.closest("a, button") && !String(getSelection())) this.toggle(row);
    }, onpointerenter: () => this.onpoint?.(row), onpointerleave: () => this.onpoint?.(null)}, ...cells);
    this.made.set(row, line);
    return line;
  }
  cell(row, text, column) {
    if (column === "sharding" && text.startsWith("[")) return sharding(text);
    const exact = /^([\d,]+) \((.*)\)$/.exec(text);
    if (exact) return element("span", {title: `${exact[1]} bytes`}, exact[2]);
    const place = this.data.places?.[row];
    if (place && (column === "source" || column === "line")) return link(lineId(...place), text);
    return text;
  }
  toggle(row, isOpen = null) {
    const line = this.made.get(row), opener = line.querySelector(".opener"), below = line.nextElementSibling;
    const wasOpen = below?.className === "below";
    if (wasOpen === isOpen || !opener) return;
    opener.setAttribute("aria-expanded", String(!wasOpen));
    if (wasOpen) return below.remove();
    const [fn, names] = this.data.of?.[row] ?? ["", []];
    const parts = [];
    if (names.length) parts.push(element("p", {class: "names"}, fn ? `${counted(names.length, "value")} in @${fn}: ` : "", ...names.slice(0, MOST_NAMES).flatMap(name => [definition(fn, name), " "]), names.length > MOST_NAMES ? `… ${number(names.length - MOST_NAMES)} more` : ""));
    line.after(element("tr", {class: "below"}, element("td", {colspan: this.heads.length}, ...parts, ...(this.open?.(row) ?? []))));
  }
  reveal(row) {
    // Shows a row, whatever has been searched for.
    if (!this.made.has(row)) this.search([]);
    if (!this.made.has(row)) { this.wanted = this.order.length; this.draw(); }
    return this.made.get(row);
  }
  at(file, line) {
    // The rows whose place is a line of the source.
    return this.order.filter(row => this.data.places?.[row]?.[0] === file && this.data.places[row][1] === line);
  }
  summary(row) {
    // A row in one line, with a link to it.
    const texts = this.texts(row), named = name => texts[this.data.columns.findIndex(column => column.name === name)];
    const times = named("×"), type = named("type") ?? named("operand a device") ?? named("axes");
    return element("li", {}, element("b", {}, this.cell(row, texts[this.bars], "")), " ", link(`${this.id}-${row}`, texts[0].startsWith("@") ? texts[1] : texts[0]), ` ${[type, times && `×${times}`, named("why")].filter(Boolean).join(", ")}`);
  }
}

function plainTable(data, label) {
  const head = data.columns.map(column => element(column.name ? "th" : "td", {scope: column.name ? "col" : null, class: column.right ? "right" : null}, column.name));
  const rows = data.rows.map(row => element("tr", {}, ...row.map((text, index) => element("td", {class: data.columns[index].right ? "right" : null, "data-label": index && text ? data.columns[index].name : null}, text))));
  return element("div", {class: "wide", tabindex: "0", role: "region", "aria-label": label}, element("table", {class: "listing plain", "aria-label": label}, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows)));
}
