import { expect, it, vi } from "vitest";
import { loadStripe } from "./load-stripe";

it("Stripe's script is loaded once, and again only after a failure", async () => {
  const events = ["error", "load"];
  const append = vi.spyOn(document.head, "append").mockImplementation((script) => {
    queueMicrotask(() => (script as Node).dispatchEvent(new Event(events.shift() ?? "load")));
  });
  const create = vi.fn((key: string) => ({ key }));
  vi.stubGlobal("Stripe", create);
  const config = { publishableKey: "pk_test", scriptUrl: "https://stripe.test/again.js" };

  await expect(loadStripe(config)).rejects.toThrow("We couldn't load the secure card form.");
  expect(await loadStripe(config)).toEqual({ key: "pk_test" });
  await loadStripe(config);
  expect(append).toHaveBeenCalledTimes(2);
});
