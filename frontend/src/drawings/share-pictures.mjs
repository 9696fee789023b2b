// Draws the binary pictures of public/: one for link previews of each public page, and the icons of phones and browsers.
//   node src/drawings/share-pictures.mjs
// They are committed. `share-pictures.test.ts` fails once a source has changed since they were drawn.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const at = (path) => join(import.meta.dirname, path);
const read = (path) => readFileSync(at(path), "utf8");
const target = (name) => at(`../../public/${name}`);

const SOURCES = [
  "./share-pictures.mjs",
  "./svg/house.svg",
  "./svg/tree-modest-6ft.svg",
  "./svg/tree-quality-7-8ft.svg",
  "./svg/tree-premium-8-10ft.svg",
  "../ui/wordmark.svg",
  "../../public/favicon.svg",
];

/** The sources' hash, which `share-pictures.hash` has from when the pictures were drawn. */
export function sourcesHash() {
  const hash = createHash("sha256");
  for (const path of SOURCES) hash.update(read(path));
  return hash.digest("hex");
}

const house = (attributes) =>
  `<div class="scene house-art" ${attributes}>${read("./svg/house.svg").replace(/viewBox="[^"]*"/, 'viewBox="0 60 1600 840" preserveAspectRatio="xMaxYMid slice"')}</div>`;

const tree = (size, height) =>
  `<div class="tree-drawing" style="height:${height}px">${read(`./svg/tree-${size}.svg`).replace("<svg ", '<svg class="has-lights has-stand" ')}</div>`;

const trees = `<div class="scene trees">${tree("modest-6ft", 500)}${tree("quality-7-8ft", 500)}${tree("premium-8-10ft", 500)}</div>`;

const shared = [
  {
    name: "home",
    title: "Christmas light installation in Portsmouth, NH",
    art: house('data-package="premium" data-addons="wreaths"'),
  },
  {
    name: "quote",
    title: "A free lights quote within 24 hours",
    art: house('data-package="premium" data-addons=""'),
  },
  { name: "christmas-trees", title: "Christmas trees, delivered to your door", art: trees },
  {
    name: "faq",
    title: "What people ask before they order",
    art: house('data-package="basic" data-addons="wreaths"'),
  },
  {
    name: "privacy",
    title: "What we store, why, and for how long",
    art: house('data-package="basic" data-addons=""'),
  },
  {
    name: "terms",
    title: "How ordering from us works",
    art: house('data-package="commercial" data-addons=""'),
  },
];

const icons = [
  { name: "apple-touch-icon.png", size: 180, square: true },
  { name: "icon-192.png", size: 192 },
  { name: "icon-512.png", size: 512 },
  { name: "icon-maskable-512.png", size: 512, square: true },
];

const font = (path) => pathToFileURL(at(`../../node_modules/${path}`)).href;
const styles = `
  @font-face { font-family: "Young Serif"; src: url("${font("@fontsource/young-serif/files/young-serif-latin-400-normal.woff2")}"); }
  ${read("../styles/house.css").replace(/@import[^;]*;/, "")}
  ${read("../styles/paints.css")}
  * { margin: 0; box-sizing: border-box; transition: none !important; animation: none !important; }
  body { width: 1200px; height: 630px; overflow: hidden; position: relative; background: #0d1b2e; }
  .scene { position: absolute; inset: 0; }
  .scene > svg { width: 100%; height: 100%; }
  .trees { left: 400px; display: flex; align-items: end; justify-content: end; background: radial-gradient(circle at 60% 80%, #26456b, #0d1b2e 75%); }
  .trees .tree-drawing + .tree-drawing { margin-left: -165px; }
  .trees svg { height: 100%; width: auto; }
  .trees :is(.ruler, .scale-figure) { display: none; }
  .shade { position: absolute; inset: 0; background: linear-gradient(90deg, #0d1b2e 24%, #0d1b2ee0 44%, #0d1b2e00 68%); }
  .text { position: absolute; inset: 64px auto 64px 72px; width: 520px; display: flex; flex-direction: column; justify-content: space-between; }
  h1 { font: 400 60px/1.14 "Young Serif"; font-feature-settings: "lnum"; color: white; text-wrap: balance; }
  .logo { width: 420px; display: block; }
`;

const wordmark = read("../ui/wordmark.svg").match(/<(path|g|symbol)[\s\S]*(?=<\/svg>)/)[0];
const logo = `<svg class="logo" viewBox="0 0 262 68"><g fill="none" stroke-linecap="round" stroke-linejoin="round" transform="translate(0 2)">
  <path stroke="#cdd9e4" stroke-width="3.6" d="m8 36 24-24 24 24"/><path stroke="#8198ae" stroke-width="3.6" d="M8 53q6-6 12 0t12 0 12 0 12 0"/>
  <path stroke="#f2a02a" stroke-width="9.4" d="M8 36zm12-12zm12-12zm12 12zm12 12z"/><path stroke="#fff" stroke-opacity=".8" stroke-width="2.6" d="M6.8 34.8zm12-12zm12-12zm12 12zm12 12z"/>
  </g><g fill="#fff">${wordmark}</g></svg>`;

const document = (body) =>
  `<!DOCTYPE html><meta charset="utf-8"><style>${styles}</style><body>${body}</body>`;

/** Wrap a PNG as an ICO file (Microsoft, "ICO file format": a PNG is allowed as an entry). */
function ico(png, size) {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2); // an icon
  header.writeUInt16LE(1, 4); // with one picture
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}

async function drawIcon(page, { size, square }) {
  const svg = read("../../public/favicon.svg");
  await page.setViewportSize({ width: size, height: size });
  // Phones cut the corners themselves, and cut deeper into a maskable icon.
  const inset = square ? size * 0.1 : 0;
  await page.setContent(
    `<style>*{margin:0}body{background:${square ? "#0d1b2e" : "transparent"}}svg{display:block;width:${size - 2 * inset}px;padding:${inset}px}</style>${svg}`,
  );
  return page.screenshot({ omitBackground: !square });
}

async function draw() {
  const { chromium } = await import("@playwright/test");
  const { args, browser: installed } = await import("../../e2e/browser.ts");
  const browser = await chromium.launch({ ...(await installed()), args });
  const page = await browser.newPage();
  mkdirSync(target("share"), { recursive: true });
  for (const { name, title, art } of shared) {
    await page.setViewportSize({ width: 1200, height: 630 });
    // A file, since only a file may load the fonts.
    const file = target(`share/${name}.html`);
    writeFileSync(
      file,
      document(`${art}<div class="shade"></div><div class="text">${logo}<h1>${title}</h1></div>`),
    );
    await page.goto(pathToFileURL(file).href);
    await page.evaluate(() => globalThis.document.fonts.ready);
    writeFileSync(target(`share/${name}.jpg`), await page.screenshot({ type: "jpeg", quality: 82 }));
    rmSync(file);
  }
  for (const icon of icons) writeFileSync(target(icon.name), await drawIcon(page, icon));
  writeFileSync(target("favicon.ico"), ico(await drawIcon(page, { size: 48 }), 48));
  await browser.close();
  writeFileSync(at("./share-pictures.hash"), `${sourcesHash()}\n`);
}

if (import.meta.main) await draw();
