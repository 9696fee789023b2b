import type { MetaDescriptor } from "react-router";
import { catalog } from "~/api/catalog.gen";
import { business } from "~/lib/business";

interface PageMeta {
  /** Without the business name, which is added. */
  title: string;
  description: string;
  /** The path of the canonical URL. */
  path: string;
}

/** Return title, description, canonical URL, Open Graph and structured data of a page for search engines. */
export function publicPageMeta({ title, description, path }: PageMeta): MetaDescriptor[] {
  const url = `${business.siteUrl}${path}`;
  const fullTitle = `${title} · ${business.name}`;
  return [
    { title: fullTitle },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: url },
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: business.name },
    { property: "og:title", content: fullTitle },
    { property: "og:description", content: description },
    { property: "og:url", content: url },
    { property: "og:image", content: `${business.siteUrl}/og-image.jpg` },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { property: "og:image:alt", content: "A New England house above the harbor, lit for the holidays" },
    { name: "twitter:card", content: "summary_large_image" },
    { "script:ld+json": localBusiness() },
  ];
}

/** Return title and robots tag of a page that search engines must not list. */
export function privatePageMeta(title: string): MetaDescriptor[] {
  return [{ title: `${title} · ${business.name}` }, { name: "robots", content: "noindex" }];
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
    image: `${business.siteUrl}/og-image.jpg`,
    telephone: business.phone,
    email: business.email,
    address: {
      "@type": "PostalAddress",
      addressLocality: "Portsmouth",
      addressRegion: "NH",
      addressCountry: "US",
    },
    areaServed: catalog.cities.filter((city) => city.id !== "Other").map((city) => city.label),
    makesOffer: offers,
  };
}
