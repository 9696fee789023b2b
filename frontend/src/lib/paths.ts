/** The URLs that are linked to from more than one place. */
export const paths = {
  home: "/",
  services: "/#services",
  quoteSection: "/#quote",
  quote: "/quote",
  trees: "/christmas-trees",
  faq: "/faq",
  privacy: "/privacy",
  terms: "/terms",
  myServices: "/my-services",
  admin: "/admin",
  daySheet: "/admin/day-sheet",
  installation: "/admin/installation",
  staff: "/admin/staff",
  business: "/admin/business",
  checkout: "/checkout",
  subscribe: "/subscribe",
  storageSection: "/#storage",
  /** The server's pages for email addresses, password, passkeys and codes. */
  security: "/accounts/email/",
  /** The server's page that emails new private links. */
  newLink: "/f/",
  logout: "/api/logout",
} as const;

/** Whether a path belongs to the desk. */
export function isAdminPage(pathname: string): boolean {
  return /^\/admin(\/|$)/i.test(pathname);
}

/** Return the sign-in URL that leads back to `returnTo`. The server renders it: use a full-page navigation. */
export function loginPath(returnTo: string): string {
  return `/api/login?returnTo=${encodeURIComponent(returnTo)}`;
}

/** Return the sign-up URL that leads back to `returnTo`. The server renders it: use a full-page navigation. */
export function signUpPath(returnTo: string): string {
  return `${loginPath(returnTo)}&screen=signup`;
}

/** Return the sign-up URL with the email address filled in. The server renders it: use a full-page navigation. */
export function signUpAsPath(email: string, returnTo: string): string {
  return `/accounts/signup/?${new URLSearchParams({ email, next: returnTo })}`;
}

/** The server's page that leads an administrator through the second sign-in step and back to `returnTo`. */
export function secondStepPath(returnTo: string): string {
  return `/accounts/second-step/?next=${encodeURIComponent(returnTo)}`;
}

/** The server's page that asks the user to confirm their identity and leads back to `returnTo`. */
export function confirmPath(returnTo: string): string {
  return `/accounts/confirm/?next=${encodeURIComponent(returnTo)}`;
}

/** My Services with one of its tabs open, at a card if one is named. */
export function myServicesPath(tab: string, card = ""): string {
  return `${paths.myServices}?tab=${tab}${card && `#${card}`}`;
}

/** The desk with one of its tabs open, and the tab's own parameters. */
export function deskPath(tab: string, params: Record<string, string> = {}): string {
  return `${paths.admin}?${new URLSearchParams({ tab, ...params })}`;
}

/** The printable list of what is delivered on a day (`YYYY-MM-DD`). */
export function daySheetPath(day: string): string {
  return `${paths.daySheet}?day=${day}`;
}

/** The home page with a look on the house, as its short code. */
export function lookPath(code: string): string {
  return `${paths.home}?design=${code}`;
}

/** The page that sells storage, with a plan chosen. */
export function subscribePath(plan: string): string {
  return `${paths.subscribe}?plan=${plan}`;
}

/** The page that sells storage, for one of the customer's saved addresses. */
export function subscribeForPath(addressId: string): string {
  return `${paths.subscribe}?address=${addressId}`;
}

/** The page that takes the payment of an invoice: everything that is left, or only the rest of its deposit. */
export function checkoutPath(invoiceId: string, part: "first" | "all" = "all"): string {
  return `${paths.checkout}?invoice=${invoiceId}${part === "first" ? "&part=first" : ""}`;
}

/** The resources that a private link can lead to. */
export type FollowedKind = "quotes" | "tree-orders" | "invoices";

/** The page behind a private link: one quote, tree order or invoice, for its owner or anyone with the link. */
export function followPath(kind: FollowedKind, id: string): string {
  return `/follow/${kind}/${id}`;
}

/** The section of a tree order's page with its card form, which this fragment opens. */
export const PAY = "pay";

/** The page of a tree order, with its card form open. */
export function payTreePath(id: string): string {
  return `${followPath("tree-orders", id)}#${PAY}`;
}
