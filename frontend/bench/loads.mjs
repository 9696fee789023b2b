// What a browser loads to show each page, at first and when somebody begins to use it, from a running product with demo
// data:
//   node bench/loads.mjs http://127.0.0.1:8000
// Sizes are those of the compressed bytes that were sent. `twice` lists the requests to the API that a page made more than
// once. VERBOSE=1 lists every script and request.
import { chromium } from "@playwright/test";
import { args, browser as installed } from "../e2e/browser.ts";

const address = process.argv[2];
const people = { "": null, customer: "customer@example.com", admin: "admin@example.com" };
const pages = [
  ["/"],
  ["/quote"],
  ["/christmas-trees"],
  ["/faq"],
  ["/privacy"],
  ["/terms"],
  ["/", "customer"],
  ["/my-services", "customer"],
  ["/my-services?tab=invoices", "customer"],
  ["/admin", "admin"],
  ["/admin?tab=quotes", "admin"],
  ["/admin/day-sheet", "admin"],
];

/** Print a line. */
function say(line) {
  process.stdout.write(`${line}\n`);
}

/** Sign in with a demo account, in a context of its own. */
async function contextOf(browser, email) {
  const context = await browser.newContext();
  if (!email) return context;
  const page = await context.newPage();
  await page.goto(`${address}/api/login`);
  await page.locator("[name=login]").fill(email);
  await page.locator("[name=password]").fill("holiday-lights-demo");
  await page.locator("[name=password]").press("Enter");
  await page.waitForURL((url) => !url.pathname.startsWith("/accounts"));
  const state = await context.storageState();
  await context.close();
  return browser.newContext({ storageState: { cookies: state.cookies, origins: [] } }); // an empty cache
}

/** Record the scripts and API requests of a page, with the bytes that were sent. */
async function watch(page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  const requests = new Map();
  devtools.on("Network.requestWillBeSent", ({ requestId, request }) => {
    requests.set(requestId, { path: request.url.replace(address, ""), method: request.method, bytes: 0 });
  });
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request) request.bytes = encodedDataLength;
  });
  return () => [...requests.values()];
}

const bytesOf = (requests) =>
  requests.filter(({ path }) => path.endsWith(".js")).reduce((sum, { bytes }) => sum + bytes, 0);

async function measure(browser, path, person) {
  const context = await contextOf(browser, people[person]);
  const page = await context.newPage();
  const requests = await watch(page);
  await page.goto(address + path);
  await page.waitForLoadState("networkidle");
  const first = bytesOf(requests());
  await page.mouse.move(200, 200);
  await page.keyboard.press("Shift");
  await page.waitForTimeout(1500);
  await page.waitForLoadState("networkidle");
  const all = requests();
  const calls = all
    .filter(({ path }) => path.startsWith("/api/"))
    .map(({ method, path }) => `${method} ${path}`);
  const twice = [...new Set(calls.filter((call, index) => calls.indexOf(call) !== index))];
  say(
    `${path} ${person}`.padEnd(36) +
      (first / 1000).toFixed(1).padStart(9) +
      (bytesOf(all) / 1000).toFixed(1).padStart(9) +
      String(calls.length).padStart(7) +
      `   ${twice.join(", ")}`,
  );
  if (process.env.VERBOSE) {
    for (const { path, bytes } of all.toSorted((a, b) => b.bytes - a.bytes))
      if (path.endsWith(".js") || path.startsWith("/api/"))
        say(`    ${(bytes / 1000).toFixed(1).padStart(7)} ${path}`);
  }
  await context.close();
}

const { executablePath, env } = await installed();
const browser = await chromium.launch({ executablePath, env, args });
try {
  say(`${"script, kB".padEnd(36)} at first  in use   calls   twice`);
  for (const [path, person = ""] of pages) await measure(browser, path, person);
} finally {
  await browser.close();
}
