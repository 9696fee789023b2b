import { index, type RouteConfigEntry, route } from "@react-router/dev/routes";

/** Pages for search engines. The build renders them to HTML, and the sitemap lists them. */
const publicPages = [
  index("../features/landing/pages/landing-page.tsx"),
  route("quote", "../features/quotes/pages/quote-page.tsx"),
  route("christmas-trees", "../features/trees/pages/trees-page.tsx"),
  route("faq", "../features/help/pages/faq-page.tsx"),
  route("privacy", "../features/help/pages/privacy-page.tsx"),
  route("terms", "../features/help/pages/terms-page.tsx"),
];

/** Pages that the browser renders, for someone who is signed in, has a private link or is about to pay. */
const personalPages = [
  route("checkout", "../features/payments/pages/checkout-page.tsx"),
  route("subscribe", "../features/storage/pages/subscribe-page.tsx"),
  route("my-services", "../features/account/pages/my-services-page.tsx"),
  route("follow/quotes/:id", "../features/follow/pages/quote-page.tsx"),
  route("follow/tree-orders/:id", "../features/follow/pages/tree-order-page.tsx"),
  route("follow/invoices/:id", "../features/follow/pages/invoice-page.tsx"),
  route("admin", "../features/desk/pages/admin-page.tsx"),
  route("admin/staff", "../features/desk/pages/staff-page.tsx"),
  route("admin/day-sheet", "../features/desk/pages/day-sheet-page.tsx"),
  route("admin/business", "../features/desk/pages/business-page.tsx"),
  route("admin/installation", "../features/desk/pages/installation-page.tsx"),
];

const pathOf = (page: RouteConfigEntry) => `/${page.path ?? ""}`;

/** The routes for the server; the build writes them to `routes.json`. A segment such as `:id` is a parameter. */
export const routeManifest = {
  prerendered: publicPages.map(pathOf),
  clientRendered: personalPages.map(pathOf),
};

/**
 * A path without a page: the build prerenders "Page Not Found" there, and the server sends it for all unknown paths.
 */
export const notFoundPath = "/404";

/** The only list of routes. Matching ignores case; every other path is "Page Not Found". */
export default [...publicPages, ...personalPages, route("*", "../features/landing/pages/not-found-page.tsx")];
