import { catalog } from "~/api/catalog.gen";
import { business } from "~/lib/business";
import { paths } from "~/lib/paths";

/** Return the trees with price and delivery fee as structured data for search engines (schema.org Product). */
export function treeProducts() {
  return {
    "@context": "https://schema.org",
    "@graph": catalog.treeSizes.map(({ id, name, service, features, price, deliveryPrice }) => ({
      "@type": "Product",
      "@id": `${business.siteUrl}${paths.trees}#${id}`,
      name,
      description: `${service}: ${features.join(", ")}`,
      image: `${business.siteUrl}/share/christmas-trees.jpg`,
      offers: {
        "@type": "Offer",
        url: `${business.siteUrl}${paths.trees}`,
        price,
        priceCurrency: catalog.currency,
        seller: { "@id": `${business.siteUrl}/#business` },
        shippingDetails: {
          "@type": "OfferShippingDetails",
          shippingRate: { "@type": "MonetaryAmount", value: deliveryPrice, currency: catalog.currency },
          shippingDestination: {
            "@type": "DefinedRegion",
            addressCountry: "US",
            addressRegion: "NH",
          },
        },
      },
    })),
  };
}
