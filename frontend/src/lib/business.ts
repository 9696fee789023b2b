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
  cities: ["@@business.cities@@", "Portsmouth, Dover, Exeter and Hampton"],
  // These are blank until the owner fills them in. An element that shows one also has it as `data-if`: the server
  // removes elements whose value is blank, and the client must not render them either.
  address: ["@@business.address@@", ""],
  hours: ["@@business.hours@@", ""],
  openingHours: ["@@business.openingHours@@", ""],
  license: ["@@business.license@@", ""],
  reviewsUrl: ["@@business.reviewsUrl@@", ""],
  photosUrl: ["@@business.photosUrl@@", ""],
  instagramUrl: ["@@business.instagramUrl@@", ""],
  facebookUrl: ["@@business.facebookUrl@@", ""],
  privacyUrl: ["@@business.privacyUrl@@", ""],
  termsUrl: ["@@business.termsUrl@@", ""],
} as const;

type BusinessPart = keyof typeof parts;

function read(part: BusinessPart): string {
  const [token, example] = parts[part];
  // Prerendering writes the token, but nothing replaces it on the development server.
  if (typeof document === "undefined") return import.meta.env.DEV ? example : token;
  const value = document.querySelector<HTMLMetaElement>(`meta[name="business:${part}"]`)?.content;
  return value && !value.startsWith("@@") ? value : example;
}

const names = Object.keys(parts) as BusinessPart[];

/** Who the business is, from the server's settings. */
export const business = Object.fromEntries(names.map((part) => [part, read(part)])) as Readonly<
  Record<BusinessPart, string>
>;

/** The meta tags that contain the values; the document renders them first. */
export const businessMetas = names.map((part) => ({ name: `business:${part}`, content: business[part] }));
