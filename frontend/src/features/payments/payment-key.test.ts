import { expect, it, vi } from "vitest";
import { readPaymentKey, renewPaymentKey } from "./payment-key";

it.each([
  ["with storage", () => {}],
  [
    "without storage",
    () => {
      const refuse = () => {
        throw new DOMException("denied", "SecurityError");
      };
      vi.stubGlobal("localStorage", {
        getItem: refuse,
        setItem: refuse,
        removeItem: refuse,
        clear: () => {},
      });
    },
  ],
])("a payment keeps its key until it is renewed once: %s", (_, prepare) => {
  prepare();
  const first = readPaymentKey("checkout");
  expect(readPaymentKey("checkout")).toBe(first);
  expect(readPaymentKey("other")).not.toBe(first);
  const second = renewPaymentKey("checkout", first);
  expect(second).not.toBe(first);
  expect(renewPaymentKey("checkout", first), "another tab has renewed it").toBe(second);
  expect(readPaymentKey("checkout")).toBe(second);
});
