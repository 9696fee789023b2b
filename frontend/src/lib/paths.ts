/** Every address of the product that more than one place links to. */
export const paths = {
  home: "/",
  services: "/#services",
  quoteSection: "/#quote",
  quote: "/quote",
  trees: "/christmas-trees",
  myServices: "/my-services",
  admin: "/admin",
  logout: "/api/logout",
} as const;

/** The sign-in address that comes back to `returnTo`. A full-page navigation, never a client route. */
export function loginPath(returnTo: string): string {
  return `/api/login?returnTo=${encodeURIComponent(returnTo)}`;
}
