import { expect, it } from "vitest";

type Page = { meta: () => { title?: string }[] };

const pages = import.meta.glob<Page>("../features/*/pages/*-page.tsx");

/** The titles in the browser's tabs, which screen readers announce when a page opens. */
it("each page has its own title", async () => {
  const titles = await Promise.all(
    Object.entries(pages).map(async ([file, load]) => {
      const found = (await load()).meta().find(({ title }) => title);
      return [file.replace("../features/", "").replace("/pages", ""), found?.title];
    }),
  );
  expect(new Set(titles.map(([, title]) => title)).size).toBe(titles.length);
  expect(Object.fromEntries(titles.sort())).toMatchInlineSnapshot(`
    {
      "account/my-services-page.tsx": "My Services | Seacoast Holiday Lights",
      "desk/admin-page.tsx": "Admin dashboard | Seacoast Holiday Lights",
      "desk/business-page.tsx": "Business and texts | Seacoast Holiday Lights",
      "desk/day-sheet-page.tsx": "Day sheet | Seacoast Holiday Lights",
      "desk/installation-page.tsx": "Installation | Seacoast Holiday Lights",
      "desk/staff-page.tsx": "Staff and privacy | Seacoast Holiday Lights",
      "follow/invoice-page.tsx": "Your invoice | Seacoast Holiday Lights",
      "follow/quote-page.tsx": "Your quote | Seacoast Holiday Lights",
      "follow/tree-order-page.tsx": "Your tree order | Seacoast Holiday Lights",
      "help/faq-page.tsx": "Questions and answers | Seacoast Holiday Lights",
      "help/privacy-page.tsx": "Privacy | Seacoast Holiday Lights",
      "help/terms-page.tsx": "Terms | Seacoast Holiday Lights",
      "landing/landing-page.tsx": "Christmas Light Installation in Portsmouth, NH | Seacoast Holiday Lights",
      "landing/not-found-page.tsx": "Page Not Found | Seacoast Holiday Lights",
      "payments/checkout-page.tsx": "Complete Your Payment | Seacoast Holiday Lights",
      "quotes/quote-page.tsx": "Get your holiday lights quote | Seacoast Holiday Lights",
      "storage/subscribe-page.tsx": "Storage Subscription Plans | Seacoast Holiday Lights",
      "trees/trees-page.tsx": "Christmas tree delivery | Seacoast Holiday Lights",
    }
  `);
});
