import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { renderAt } from "~/test/render";

it("the form far down a page waits for its code instead of an error when the connection drops", async () => {
  let attempts = 0;
  vi.doMock("./components/quote-form", () => {
    attempts += 1;
    if (attempts < 3) throw new TypeError("Failed to fetch dynamically imported module");
    return { QuoteForm: () => <form aria-label="Quote" /> };
  });
  const { DeferredQuoteForm } = await import("./components/deferred-quote-form");
  const { container } = renderAt("/", <DeferredQuoteForm />);
  await waitFor(() => expect(attempts).toBe(1));
  expect(container.querySelector("[aria-busy]")).toBeInTheDocument();
  await waitFor(() => {
    window.dispatchEvent(new Event("online"));
    expect(attempts).toBeGreaterThan(2);
  });
  expect(await screen.findByRole("form", { name: "Quote" })).toBeVisible();
});
