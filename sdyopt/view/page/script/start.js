// The page, as it opens.

drawHead();
drawCollectives();
drawCompiled();
drawMemory();
drawFlames();
drawRoofline();
drawTimeline();
drawProgram();
if (byCost.length) choose(byCost[0], false);
else byId("picture").hidden = true;
addEventListener("beforeprint", () => chunks.forEach(decorate));
const asked = /^#L(\d+)$/.exec(location.hash);
if (asked && isShown(Number(asked[1]))) {
  decorateAround(Number(asked[1]));
  byId(`L${asked[1]}`)?.scrollIntoView({block: "center"});
}
