import { expect, it } from "vitest";
import { business } from "~/lib/business";

type Page = {
  meta: () => { title?: string; name?: string; content?: string; rel?: string; href?: string }[];
};

const pages = import.meta.glob<Page>("../features/*/pages/*-page.tsx");

/**
 * The titles in the browser's tabs, which screen readers announce when a page opens; and for search engines, the page's
 * own URL or that they must not list it.
 */
it("each page has its own title, and a URL if search engines may list it", async () => {
  const titles = await Promise.all(
    Object.entries(pages).map(async ([file, load]) => {
      const meta = (await load()).meta();
      const { title } = meta.find((each) => each.title) ?? {};
      const own = meta.find(({ rel }) => rel === "canonical")?.href?.replace(business.siteUrl, "");
      const robots = meta.find(({ name }) => name === "robots")?.content;
      return [file.replace("../features/", "").replace("/pages", ""), `${title} (${robots ?? own})`];
    }),
  );
  expect(new Set(titles.map(([, title]) => title)).size).toBe(titles.length);
  expect(Object.fromEntries(titles.sort())).toMatchInlineSnapshot(`
    {
      "account/my-services-page.tsx": "My Services | Seacoast Holiday Lights (noindex)",
      "desk/admin-page.tsx": "Admin dashboard | Seacoast Holiday Lights (noindex)",
      "desk/business-page.tsx": "Business and texts | Seacoast Holiday Lights (noindex)",
      "desk/day-sheet-page.tsx": "Day sheet | Seacoast Holiday Lights (noindex)",
      "desk/installation-page.tsx": "Installation | Seacoast Holiday Lights (noindex)",
      "desk/staff-page.tsx": "Staff and privacy | Seacoast Holiday Lights (noindex)",
      "follow/invoice-page.tsx": "Your invoice | Seacoast Holiday Lights (noindex)",
      "follow/quote-page.tsx": "Your quote | Seacoast Holiday Lights (noindex)",
      "follow/tree-order-page.tsx": "Your tree order | Seacoast Holiday Lights (noindex)",
      "help/faq-page.tsx": "Questions and answers | Seacoast Holiday Lights (/faq)",
      "help/privacy-page.tsx": "Privacy | Seacoast Holiday Lights (/privacy)",
      "help/terms-page.tsx": "Terms | Seacoast Holiday Lights (/terms)",
      "landing/landing-page.tsx": "Christmas Light Installation in Portsmouth, NH | Seacoast Holiday Lights (/)",
      "landing/not-found-page.tsx": "Page Not Found | Seacoast Holiday Lights (noindex)",
      "payments/checkout-page.tsx": "Complete Your Payment | Seacoast Holiday Lights (noindex)",
      "quotes/quote-page.tsx": "Get your holiday lights quote | Seacoast Holiday Lights (/quote)",
      "storage/subscribe-page.tsx": "Storage Subscription Plans | Seacoast Holiday Lights (noindex)",
      "trees/trees-page.tsx": "Christmas tree delivery | Seacoast Holiday Lights (/christmas-trees)",
    }
  `);
});
