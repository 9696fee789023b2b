// The page part of `make bench`: Lighthouse with its mobile preset on the public pages of a running product.
//   node bench/lighthouse.mjs http://127.0.0.1:8000
// Prints the median of three runs, since scores vary on a shared machine.
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";
import { args, browser } from "../e2e/browser.ts";

const RUNS = 3;
const TARGET = 0.95;
const categories = ["performance", "accessibility", "best-practices", "seo"];
const address = process.argv[2];
const { executablePath, env } = await browser();

const chrome = await launch({
  chromePath: executablePath,
  envVars: env,
  chromeFlags: ["--headless", ...args],
});

/** Print a line. */
function say(line) {
  process.stdout.write(`${line}\n`);
}

/** Return the median of an odd number of values. */
function median(figures) {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)];
}

/** Return the compressed size of all scripts that the page loaded, in bytes. */
function scriptBytes({ audits }) {
  const requests = audits["network-requests"].details.items;
  return requests
    .filter(({ resourceType }) => resourceType === "Script")
    .reduce((sum, { transferSize }) => sum + transferSize, 0);
}

try {
  say(
    `page                 ${categories.map((name) => name.padStart(15)).join("")}   scripts, kB   LCP, s   target ${TARGET}`,
  );
  for (const path of ["/", "/quote", "/christmas-trees"]) {
    const runs = [];
    for (let run = 0; run < RUNS; run += 1) {
      const { lhr } = await lighthouse(`${address}${path}`, { port: chrome.port, logLevel: "error" });
      runs.push(lhr);
    }
    const scores = categories.map((name) => median(runs.map((lhr) => lhr.categories[name].score ?? 0)));
    const scripts = median(runs.map(scriptBytes)) / 1000;
    const paint = median(runs.map((lhr) => lhr.audits["largest-contentful-paint"].numericValue)) / 1000;
    say(
      path.padEnd(21) +
        scores.map((score) => score.toFixed(2).padStart(15)).join("") +
        scripts.toFixed(1).padStart(14) +
        paint.toFixed(2).padStart(9),
    );
    if (process.env.AUDITS) {
      for (const audit of Object.values(runs[0].audits)) {
        if (audit.score !== null && audit.score < 0.9)
          say(`    ${audit.id}: ${audit.displayValue ?? audit.title}`);
      }
    }
  }
} finally {
  await chrome.kill();
}
