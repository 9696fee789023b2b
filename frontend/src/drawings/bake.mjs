// Bakes the still pictures of src/drawings/svg/baked from the drawings that can be switched:
//   node src/drawings/bake.mjs
// A still picture is a plain <img>: it loads lazily, costs no script and carries only the groups it shows.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("./svg/", import.meta.url));
const paints = readFileSync(new URL("../styles/paints.css", import.meta.url), "utf8")
  .replace(/\/\*.*?\*\//s, "")
  .replace(/\s+/g, " ")
  .replace(/ ?([{};,]) ?/g, "$1")
  .replaceAll(": ", ":")
  .trim();

const awayFromTheHouse = ["moon", "harbor", "wharf", "lights-wharf", "fence", "lights-fence", "drift"];
const commercialOnly = ["lights-ridge", "lights-columns", "lights-star"];
const premiumOnly = ["lights-dormers", "lights-porch", "lights-shrubs", "lights-walkway", "tree-lights"];
const greens = ["garland", "wreaths"];
const extras = ["timer", "storage"];
const treeExtras = ["ruler", "scale-figure", "shadow", "tree-stand", "tree-lights"];

const pictures = [
  {
    from: "house",
    to: "house-basic",
    viewBox: "770 225 740 500",
    without: [...awayFromTheHouse, ...commercialOnly, ...premiumOnly, ...greens, ...extras],
  },
  {
    from: "house",
    to: "house-premium",
    viewBox: "640 225 860 560",
    without: [...awayFromTheHouse.slice(0, 4), ...commercialOnly, ...extras],
  },
  { from: "tree-modest-6ft", to: "tree-modest-6ft-plain", viewBox: "100 46 152 400", without: treeExtras },
  {
    from: "tree-quality-7-8ft",
    to: "tree-quality-7-8ft-plain",
    viewBox: "76 46 200 400",
    without: treeExtras,
  },
  {
    from: "tree-premium-8-10ft",
    to: "tree-premium-8-10ft-plain",
    viewBox: "40 46 272 400",
    without: treeExtras,
  },
];

/** Takes every element that carries the class out of the text, children included. */
function withoutClass(svg, name) {
  const opening = new RegExp(`<([a-z]+)[^>]*class="([^"]* )?${name}( [^"]*)?"[^>]*>`);
  let text = svg;
  for (let match = opening.exec(text); match; match = opening.exec(text)) {
    const end = match[0].endsWith("/>")
      ? match.index + match[0].length
      : closingOf(text, match[1], match.index);
    text = text.slice(0, match.index) + text.slice(end);
  }
  return text;
}

/** Where the element that opens at `start` ends, counting elements of the same name inside it. */
function closingOf(text, tag, start) {
  const tags = new RegExp(`<(/?)${tag}(?=[ >/])[^>]*?(/?)>`, "g");
  tags.lastIndex = start;
  let depth = 0;
  for (let match = tags.exec(text); match; match = tags.exec(text)) {
    if (match[1]) depth -= 1;
    else if (!match[2]) depth += 1;
    if (depth === 0) return tags.lastIndex;
  }
  throw new Error(`<${tag}> at ${start} is never closed`);
}

/** Drops definitions that nothing refers to any more, until none is left. */
function withoutUnusedDefinitions(svg) {
  let text = svg;
  for (let before = ""; before !== text; ) {
    before = text;
    for (const [opening, tag, id] of text.matchAll(/<([a-zA-Z]+) id="([^"]+)"[^>]*>/g)) {
      if (text.includes(`#${id}"`) || text.includes(`#${id})`)) continue;
      const start = text.indexOf(opening);
      if (start < 0) continue;
      const end = opening.endsWith("/>") ? start + opening.length : closingOf(text, tag, start);
      text = text.slice(0, start) + text.slice(end);
    }
  }
  return text;
}

mkdirSync(`${folder}baked`, { recursive: true });
for (const { from, to, viewBox, without } of pictures) {
  const drawing = readFileSync(`${folder}${from}.svg`, "utf8");
  const picture = without.reduce(withoutClass, drawing).replace(/viewBox="[^"]*"/, `viewBox="${viewBox}"`);
  const painted = picture.replace(/<svg[^>]*>/, (opening) => `${opening}<style>${paints}</style>`);
  writeFileSync(`${folder}baked/${to}.svg`, withoutUnusedDefinitions(painted));
}
