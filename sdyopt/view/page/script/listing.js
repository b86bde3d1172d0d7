// Tables that are sorted by their headers and searched, of which rows come as they are wanted.

const MOST_ROWS = 300, MORE_ROWS = 1000;

const natural = new Intl.Collator("en", {numeric: true}).compare;

class Listing {
  // `prefix` is that of the ids of its parts; each of `rows` has the words by which it is found in `searched`.
  constructor(prefix, columns, rows, {by, noun, leftOut = 0, onChoose = null}) {
    this.part = name => byId(prefix + name);
    this.columns = columns;
    this.rows = rows;
    this.noun = noun;
    this.leftOut = leftOut;
    this.onChoose = onChoose;
    this.by = columns.find(column => column.name === by);
    this.down = true;
    this.wanted = MOST_ROWS;
    this.made = new Map();
    this.heads = new Map();
    this.part("search").addEventListener("input", () => { this.wanted = MOST_ROWS; this.draw(); });
    this.part("more").addEventListener("click", () => { this.wanted += MORE_ROWS; this.draw(); });
    this.drawHeads();
    this.draw();
  }
  drawHeads() {
    const row = this.part("table").tHead.rows[0];
    for (const column of this.columns) {
      const head = element("th", {scope: "col", class: column.style?.replace("code", "").trim() || null});
      if (column.key) {
        const button = element("button", {type: "button"}, column.title);
        button.addEventListener("click", () => {
          this.down = this.by === column ? !this.down : !column.text && column.first !== "ascending";
          this.by = column;
          this.draw();
        });
        head.append(button);
      } else head.append(column.title);
      this.heads.set(column, head);
      row.append(head);
    }
  }
  compare(a, b) {
    const [x, y] = [this.by.key(a), this.by.key(b)];
    const none = value => value === null || value === undefined || value === "";
    if (none(x) || none(y)) return none(x) - none(y);
    const difference = this.by.text ? natural(x, y) : x - y;
    return this.down ? -difference : difference;
  }
  draw() {
    const words = this.part("search").value.toLowerCase().split(/\s+/).filter(Boolean);
    const matching = this.rows.filter(row => words.every(word => row.searched.includes(word)));
    matching.sort((a, b) => this.compare(a, b) || a.index - b.index);
    for (const [column, head] of this.heads) {
      if (column === this.by) head.setAttribute("aria-sort", this.down ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    }
    const shown = matching.slice(0, this.wanted);
    fill(this.part("table").tBodies[0], shown.map(row => this.row(row)));
    const beyond = this.leftOut ? `; ${number(this.leftOut)} more are not on this page` : "";
    this.part("count").textContent = (matching.length < this.rows.length
      ? `${number(matching.length)} of ${counted(this.rows.length, this.noun)}` : counted(this.rows.length, this.noun)) + beyond;
    const more = matching.length - shown.length;
    this.part("more").hidden = !more;
    this.part("more").textContent = more > MORE_ROWS ? `Show ${number(MORE_ROWS)} of ${number(more)} more` : `Show ${number(more)} more`;
  }
  search(text) {
    this.part("search").value = text;
    this.wanted = MOST_ROWS;
    this.draw();
  }
  row(row) {
    if (!this.made.has(row)) {
      const cells = this.columns.map(column => element("td", {class: column.style ?? "plain", "data-label": column.label}, column.cell(row)));
      const made = element("tr", {class: this.onChoose ? "choosable" : null}, ...cells);
      if (this.onChoose) made.addEventListener("click", () => this.onChoose(row));
      this.made.set(row, made);
    }
    return this.made.get(row);
  }
}

function amount(bytes) {
  if (bytes === null) return UNKNOWN;
  return element("span", {}, element("b", {}, unit(bytes)), bytes < 1024 ? "" : element("span", {class: "exact"}, ` ${number(bytes)}`));
}
