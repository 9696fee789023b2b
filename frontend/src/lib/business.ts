/**
 * Who the business is. The values are the server's settings: the build contains tokens, which the server replaces in
 * every page. Scripts read the values from the page's meta tags, so that they match the prerendered page.
 */
const parts = {
  name: ["@@business.name@@", "Seacoast Holiday Lights"],
  phone: ["@@business.phone@@", "(603) 555-0148"],
  phoneHref: ["@@business.phoneHref@@", "tel:+16035550148"],
  email: ["@@business.email@@", "hello@seacoastholidaylights.example"],
  siteUrl: ["@@site.url@@", "http://127.0.0.1:8000"],
} as const;

type BusinessPart = keyof typeof parts;

function read(part: BusinessPart): string {
  const [token, example] = parts[part];
  // Prerendering writes the token, but nothing replaces it on the development server.
  if (typeof document === "undefined") return import.meta.env.DEV ? example : token;
  const value = document.querySelector<HTMLMetaElement>(`meta[name="business:${part}"]`)?.content;
  return value && !value.startsWith("@@") ? value : example;
}

/** Name, phone, email and the site's URL, from the server's settings. */
export const business: Readonly<Record<BusinessPart, string>> = {
  name: read("name"),
  phone: read("phone"),
  phoneHref: read("phoneHref"),
  email: read("email"),
  siteUrl: read("siteUrl"),
};

/** The meta tags that contain the values; the document renders them first. */
export const businessMetas = (Object.keys(parts) as BusinessPart[]).map((part) => ({
  name: `business:${part}`,
  content: business[part],
}));
