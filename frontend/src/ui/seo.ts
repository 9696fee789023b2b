import type { MetaDescriptor } from "react-router";
import { catalog } from "~/api/catalog.gen";
import { business } from "~/lib/business";
import { formatMoney } from "~/lib/format";

interface PageMeta {
  /** Without the business name, which is appended. */
  title: string;
  description: string;
  /** The path of the canonical URL. */
  path: string;
  /** schema.org data about the page itself, in addition to the business's. */
  structuredData?: object;
}

/** Return title, description, canonical URL, Open Graph and structured data of a page for search engines. */
export function publicPageMeta({ title, description, path, structuredData }: PageMeta): MetaDescriptor[] {
  const url = `${business.siteUrl}${path}`;
  const fullTitle = `${title} | ${business.name}`;
  return [
    { title: fullTitle },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: url },
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: business.name },
    { property: "og:title", content: fullTitle },
    { property: "og:description", content: description },
    { property: "og:url", content: url },
    { property: "og:image", content: shareImage(path) },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { property: "og:image:alt", content: `${business.name}: ${title}` },
    { name: "twitter:card", content: "summary_large_image" },
    { "script:ld+json": localBusiness() },
    ...(structuredData ? [{ "script:ld+json": structuredData }] : []),
  ];
}

/** Return the URL of a public page's picture for link previews, which `src/drawings/share-pictures.mjs` draws. */
function shareImage(path: string): string {
  return `${business.siteUrl}/share/${path === "/" ? "home" : path.slice(1)}.jpg`;
}

/** Return title and robots tag of a page that search engines must not list. */
export function privatePageMeta(title: string): MetaDescriptor[] {
  return [{ title: `${title} | ${business.name}` }, { name: "robots", content: "noindex" }];
}

function localBusiness() {
  const offers = catalog.packages.map((item) => ({
    "@type": "Offer",
    name: item.name,
    description: item.tagline,
    ...(item.startingPrice === null
      ? {}
      : {
          priceSpecification: {
            "@type": "PriceSpecification",
            minPrice: item.startingPrice,
            priceCurrency: catalog.currency,
          },
        }),
  }));
  return {
    "@context": "https://schema.org",
    "@type": "LocalBusiness",
    "@id": `${business.siteUrl}/#business`,
    name: business.name,
    url: `${business.siteUrl}/`,
    image: shareImage("/"),
    logo: `${business.siteUrl}/icon-512.png`,
    priceRange: priceRange(),
    openingHours: [business.openingHours],
    sameAs: [business.instagramUrl, business.facebookUrl, business.reviewsUrl],
    telephone: business.phone,
    email: business.email,
    address: {
      "@type": "PostalAddress",
      addressLocality: "Portsmouth",
      addressRegion: "NH",
      addressCountry: "US",
    },
    areaServed: [business.cities],
    makesOffer: offers,
  };
}

/** "$100-$599+": from the cheapest delivered tree to the highest published starting price. */
function priceRange(): string {
  const trees = catalog.treeSizes.map(({ price, deliveryPrice }) => Number(price) + Number(deliveryPrice));
  const packages = catalog.packages.map(({ startingPrice }) => Number(startingPrice ?? 0));
  return `${formatMoney(Math.min(...trees))}-${formatMoney(Math.max(...packages))}+`;
}
