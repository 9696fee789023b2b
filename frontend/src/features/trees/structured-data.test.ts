import { expect, it } from "vitest";
import { catalog } from "~/api/catalog.gen";
import { treeProducts } from "./structured-data";

it("search engines learn each tree's price and delivery fee, apart", () => {
  const products = treeProducts()["@graph"].map(({ name, "@id": id, image, offers }) => ({
    name,
    id,
    image,
    price: offers.price,
    delivery: offers.shippingDetails.shippingRate.value,
    url: offers.url,
  }));
  expect(products).toEqual(
    catalog.treeSizes.map(({ id, name, price, deliveryPrice }) => ({
      name,
      id: expect.stringMatching(new RegExp(`/christmas-trees#${id}$`)),
      image: expect.stringMatching(/\/share\/christmas-trees\.jpg$/),
      price,
      delivery: deliveryPrice,
      url: expect.stringMatching(/\/christmas-trees$/),
    })),
  );
});
