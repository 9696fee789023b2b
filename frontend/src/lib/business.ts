/**
 * Who the business is. The values are the server's settings: the build contains tokens such as `@@business.name@@`,
 * which the server replaces in every page. Scripts read the values from the page's meta tags, so that they match the
 * prerendered page. These are the values on the development server, where nothing replaces the tokens.
 */
const examples = {
  name: "Seacoast Holiday Lights",
  phone: "(603) 555-0148",
  phoneHref: "tel:+16035550148",
  email: "hello@seacoastholidaylights.example",
  siteUrl: "http://127.0.0.1:8000",
  // The logo shows one of the two: its drawn letters, or another name as text.
  wordmark: "Seacoast Holiday Lights",
  otherName: "",
  cities: "Portsmouth, Dover, Exeter and Hampton",
  // These are blank until the owner fills them in. An element that shows one also has it as `data-if`: the server
  // removes elements whose value is blank, and the client must not render them either.
  address: "",
  hours: "",
  openingHours: "",
  license: "",
  reviewsUrl: "",
  photosUrl: "",
  instagramUrl: "",
  facebookUrl: "",
  privacyUrl: "",
  termsUrl: "",
} as const;

type BusinessPart = keyof typeof examples;

function read(part: BusinessPart): string {
  if (typeof document === "undefined") return import.meta.env.DEV ? examples[part] : `@@business.${part}@@`;
  const value = document.querySelector<HTMLMetaElement>(`meta[name="business:${part}"]`)?.content;
  return value === undefined || value.startsWith("@@") ? examples[part] : value;
}

const names = Object.keys(examples) as BusinessPart[];

/** Who the business is, from the server's settings. */
export const business = Object.fromEntries(names.map((part) => [part, read(part)])) as Readonly<
  Record<BusinessPart, string>
>;

/** The meta tags that contain the values; the document renders them first. */
export const businessMetas = names.map((part) => ({ name: `business:${part}`, content: business[part] }));
