import { index, type RouteConfig, route } from "@react-router/dev/routes";

/** The route table of the product. Matching ignores case; anything else is "Page Not Found". */
export default [
  index("../features/landing/pages/landing-page.tsx"),
  route("quote", "../features/quotes/pages/quote-page.tsx"),
  route("christmas-trees", "../features/trees/pages/trees-page.tsx"),
  route("checkout", "../features/payments/pages/checkout-page.tsx"),
  route("subscribe", "../features/storage/pages/subscribe-page.tsx"),
  route("my-services", "../features/account/pages/my-services-page.tsx"),
  route("admin", "../features/desk/pages/admin-page.tsx"),
  route("admin/day-sheet", "../features/desk/pages/day-sheet-page.tsx"),
  route("*", "../features/landing/pages/not-found-page.tsx"),
] satisfies RouteConfig;
