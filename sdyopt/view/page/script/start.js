// The page, as it opens.

drawHead();
drawColumns();
drawRows();
byId("search").addEventListener("input", () => { order.wanted = MOST_ROWS; drawRows(); });
byId("more").addEventListener("click", () => { order.wanted += MORE_ROWS; drawRows(); });
drawProgram();
if (byCost.length) choose(byCost[0], false);
else byId("picture").hidden = true;
addEventListener("beforeprint", () => chunks.forEach(decorate));
const asked = /^#L(\d+)$/.exec(location.hash);
if (asked && Number(asked[1]) <= texts.length) {
  decorateAround(Number(asked[1]));
  byId(`L${asked[1]}`)?.scrollIntoView({block: "center"});
}
