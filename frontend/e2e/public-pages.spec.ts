import { expect, test } from "@playwright/test";
import {
  beginToUse,
  catalog,
  expectAccessible,
  expectFocusInSight,
  expectWellMade,
  waitForScripts,
  watchConsole,
} from "./support";

const pages = [
  {
    path: "/",
    heading: "Transform Your Home with Holiday Magic",
    says: catalog.packages.map(({ priceLabel }) => priceLabel),
  },
  { path: "/quote", heading: /quote/i, says: ["Holiday Light Installation Quote", "Premium Installation"] },
  {
    path: "/christmas-trees",
    heading: "Christmas Tree Delivery",
    says: ["Premium 8-10 ft Tree", `$${Number(catalog.treeSizes[0].price)}`],
  },
  {
    path: "/faq",
    heading: "Questions and answers",
    says: ["starts at $299", "Will the lights damage my house?"],
  },
  { path: "/privacy", heading: "Privacy", says: ["after 12 months"] },
  { path: "/terms", heading: "Terms", says: ["Requesting a quote is free"] },
];

for (const { path, heading, says } of pages) {
  test(`${path} is accessible, logs no errors and does not scroll sideways`, async ({ page }) => {
    const browser = watchConsole(page);
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    await expectWellMade(page);
    await browser.expectNone();
  });

  test(`${path} can be read before any script runs @desktop`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? "" });
    const page = await context.newPage();
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    for (const text of says) await expect(page.getByText(text).first()).toBeAttached();
    await context.close();
  });

  test(`${path} tells search engines what it is @desktop`, async ({ page, request }) => {
    await page.goto(path);
    await expect(page.locator('head link[rel="canonical"]')).toHaveAttribute("href", new RegExp(`${path}$`));
    await expect(page).toHaveTitle(/.+ \| Seacoast Holiday Lights$/);
    for (const name of [
      'meta[name="description"]',
      'meta[property="og:title"]',
      'meta[property="og:image"]',
    ]) {
      await expect(page.locator(`head ${name}`)).toHaveAttribute("content", /.+/);
    }
    const preview = await page.locator('head meta[property="og:image"]').getAttribute("content");
    expect((await request.get(new URL(preview ?? "").pathname)).headers()["content-type"]).toBe("image/jpeg");
    const html = await (await request.get(path)).text();
    const blocks = html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs);
    const [business, ...more] = [...blocks].map(([, json]) => JSON.parse(json ?? ""));
    expect(business["@type"]).toBe("LocalBusiness");
    expect(business.telephone).toBe("(603) 555-0148");
    // What the demo's business has left blank is left out.
    expect(business).not.toHaveProperty("sameAs");
    expect(html).not.toContain('data-if=""');
    expect(more.flatMap((data) => data["@graph"] ?? data).map((data) => data["@type"])).toEqual(
      { "/faq": ["FAQPage"], "/christmas-trees": ["Product", "Product", "Product"] }[path] ?? [],
    );
    expect(html).not.toContain("@@");
  });
}

test("browsers and phones find their icons @desktop", async ({ request }) => {
  const html = await (await request.get("/")).text();
  const links = [...html.matchAll(/<link rel="(?:icon|apple-touch-icon|manifest)" href="([^"]+)"/g)];
  expect(links).toHaveLength(4);
  for (const [, href = ""] of links) {
    const response = await request.get(href);
    expect(response.ok(), href).toBe(true);
    expect(response.headers()["content-type"], href).toMatch(/^(image\/|application\/manifest\+json)/);
  }
});

test("an unknown path returns a 404 page that is complete without scripts @desktop", async ({ page }) => {
  const response = await page.goto("/no-such-page/at-all");
  expect(response?.status()).toBe(404);
  const html = await response?.text();
  expect(html).toContain("<h1>Page Not Found</h1>");
  expect(html).toMatch(/<title>Page Not Found \| [^@]+<\/title>/);
  await expect(page.getByRole("heading", { level: 1, name: "Page Not Found" })).toBeVisible();
  await expectAccessible(page);
});

test("paths ignore case @desktop", async ({ page }) => {
  const response = await page.goto("/Christmas-Trees");
  expect(response?.status()).toBe(200);
  await expect(page.getByRole("heading", { level: 1, name: "Christmas Tree Delivery" })).toBeVisible();
});

for (const path of ["/", "/christmas-trees"]) {
  test(`${path} hides nothing that the keyboard reaches @phone`, async ({ page }) => {
    // Only phones have elements that stay in place while the page scrolls.
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(path);
    await expect(page.getByRole("button", { name: "Open menu" })).toBeVisible();
    await expectFocusInSight(page);
  });
}

test("a tooltip opens next to its control, and closes with Escape @desktop", async ({ page }) => {
  await page.goto("/");
  await beginToUse(page);
  const swatch = page.getByRole("radio", { name: "Cool white" });
  await swatch.scrollIntoViewIfNeeded();
  await swatch.hover();
  const hint = page.getByRole("tooltip");
  await expect(hint).toHaveText("Cool white");
  const [above, below] = [await hint.boundingBox(), await swatch.boundingBox()];
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(hint).toBeHidden();
});

test("navigation: header, anchors, phone menu", async ({ page, isMobile }) => {
  const browser = watchConsole(page);
  await page.goto("/christmas-trees");
  await expect(page.getByRole("link", { name: "(603) 555-0148" }).first()).toHaveAttribute(
    "href",
    "tel:+16035550148",
  );
  if (isMobile) await page.getByRole("button", { name: /menu/i }).click();
  await page.getByRole("link", { name: "Services", exact: true }).filter({ visible: true }).first().click();
  await expect(page).toHaveURL(/\/#services$/);
  await expect(page.getByRole("heading", { name: "Our Holiday Services" })).toBeInViewport();
  if (isMobile) await page.getByRole("button", { name: /menu/i }).click();
  await page
    .getByRole("link", { name: "Christmas Tree Delivery", exact: true })
    .filter({ visible: true })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Christmas Tree Delivery" })).toBeVisible();
  await browser.expectNone();
});

test("with text at 200%, headings don't break words and nothing scrolls sideways @phone", async ({
  page,
}) => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
  for (const path of ["/", "/quote", "/christmas-trees"]) {
    await page.goto(path);
    const found = await page.evaluate(() => {
      const words = [...document.querySelectorAll("h1, h2, h3")].flatMap((heading) => {
        const text = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT).nextNode();
        return [...(text?.textContent ?? "").matchAll(/\S+/g)].map((word) => {
          const range = document.createRange();
          range.setStart(text as Node, word.index);
          range.setEnd(text as Node, word.index + word[0].length);
          return { word: word[0], lines: range.getClientRects().length };
        });
      });
      const { fontSize } = getComputedStyle(document.documentElement);
      return {
        fontSize,
        divided: words.filter(({ lines }) => lines > 1).map(({ word }) => word),
        overflow: document.documentElement.scrollWidth - window.innerWidth,
      };
    });
    expect(found, path).toEqual({ fontSize: "32px", divided: [], overflow: 0 });
  }
});

test("thirty snowflakes fall, and don't move with reduced motion @desktop", async ({ page }) => {
  await page.goto("/");
  const moving = () =>
    page.evaluate(() => document.getAnimations().filter((a) => a.playState === "running").length);
  expect(await moving()).toBeGreaterThanOrEqual(30);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expect.poll(moving).toBe(0);
});

test("while offline, the page stays if the next one can't be loaded @desktop", async ({ page, context }) => {
  await page.goto("/quote");
  await waitForScripts(page);
  await page.getByLabel("Full name").fill("Eleanor Hayes");
  const trees = page.getByRole("contentinfo").getByRole("link", { name: "Christmas Tree Delivery" });
  await expect(async () => {
    await context.setOffline(true);
    await trees.click();
    await expect(page.getByText("You're offline", { exact: true })).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(page.getByLabel("Full name")).toHaveValue("Eleanor Hayes");
  await context.setOffline(false);
  await trees.click();
  await expect(page.getByRole("heading", { level: 1, name: "Christmas Tree Delivery" })).toBeVisible();
});

test("an error in the browser is reported once @desktop", async ({ page }) => {
  await page.goto("/quote?from=a-letter");
  await beginToUse(page);
  const reports: number[] = [];
  page.on("response", (response) => {
    if (response.url().endsWith("/api/client-errors")) reports.push(response.status());
  });
  const crash = () =>
    page.evaluate(() => {
      setTimeout(() => {
        throw new Error("a test of error reports");
      });
    });
  await crash();
  await expect.poll(() => reports).toEqual([204]);
  await crash();
  await page.getByLabel("Full name").fill("Eleanor Hayes");
  expect(reports).toEqual([204]);
});
