// The timeline: when operations run, and collectives beside them, in one run of each block.

const TRACKS = ["operations", "collectives"], TRACK_HEIGHT = 26, TIMELINE_WIDTH = 900, TIMELINE_LEFT = 84; // pixels

function drawTimeline() {
  byId("timeline").hidden = !DATA.timeline || !DATA.timeline.length;
  if (byId("timeline").hidden) return;
  for (const block of DATA.timeline) byId("blocks-in-time").append(element("h3", {}, block.title), timelineOf(block));
}

function timelineOf(block) {
  const x = seconds => TIMELINE_LEFT + (TIMELINE_WIDTH - TIMELINE_LEFT) * seconds / block.end;
  const picture = svg("svg", {class: "timeline", viewBox: `0 0 ${TIMELINE_WIDTH} ${TRACK_HEIGHT * TRACKS.length + 20}`, role: "img", "aria-label": block.title});
  TRACKS.forEach((name, track) => picture.append(svg("text", {x: 0, y: TRACK_HEIGHT * track + 17}, name)));
  for (const [track, name, start, seconds, text] of block.parts) {
    const width = Math.max(0.5, x(start + seconds) - x(start));
    const part = svg("rect", {class: TRACKS[track], x: x(start), y: TRACK_HEIGHT * track + 2, width, height: TRACK_HEIGHT - 4});
    part.append(svg("title", {}, `${name}: ${text}`));
    picture.append(part);
  }
  const bottom = TRACK_HEIGHT * TRACKS.length + 14;
  picture.append(svg("text", {x: TIMELINE_LEFT, y: bottom}, "0"), svg("text", {x: TIMELINE_WIDTH, y: bottom, "text-anchor": "end"}, block.length));
  return picture;
}
