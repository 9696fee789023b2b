/**
 * Who the business is. The values come from the server's settings when it starts: the build carries tokens, and the
 * server writes the values over them in every page. Scripts read them back from the page's meta tags, so that the
 * prerendered page and the running one agree.
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
  // Prerendering writes the token. The development server has nobody to replace it.
  if (typeof document === "undefined") return import.meta.env.DEV ? example : token;
  const value = document.querySelector<HTMLMetaElement>(`meta[name="business:${part}"]`)?.content;
  return value && !value.startsWith("@@") ? value : example;
}

/** Name, phone, e-mail and address of the site, as the server's settings say. */
export const business: Readonly<Record<BusinessPart, string>> = {
  name: read("name"),
  phone: read("phone"),
  phoneHref: read("phoneHref"),
  email: read("email"),
  siteUrl: read("siteUrl"),
};

/** The meta tags that carry the values; the document shell renders them first. */
export const businessMetas = (Object.keys(parts) as BusinessPart[]).map((part) => ({
  name: `business:${part}`,
  content: business[part],
}));
