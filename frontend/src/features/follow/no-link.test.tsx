import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { aTreeOrder } from "~/test/rows";
import { server } from "~/test/server";
import { openFollow, openTreeOrder } from "./test-page";

it.each([
  ["quotes", "quote", 404],
  ["quotes", "quote", 401],
  ["tree-orders", "tree order", 404],
  ["invoices", "invoice", 404],
] as const)(
  "a browser without a link to %s is offered a new one for its %s (%s)",
  async (path, name, status) => {
    server.use(http.get(`/api/${path}/x1`, () => HttpResponse.json({ message: "Not found" }, { status })));
    openFollow(`${path}/x1`);
    expect(await screen.findByRole("heading", { level: 1 })).toHaveTextContent("This link may have expired");
    expect(screen.getByText(`Your ${name}`)).toBeVisible();
    expect(screen.getByRole("link", { name: "Email me a new link" })).toHaveAttribute("href", "/f/");
    expect(screen.getByRole("link", { name: "Sign in" })).toHaveAttribute(
      "href",
      `/api/login?returnTo=${encodeURIComponent(`/follow/${path}/x1`)}`,
    );
  },
);

it("a page whose link is withdrawn while it is open hides its content", async () => {
  const order = aTreeOrder({ userId: null, status: "pending", scheduledDeliveryDate: null });
  const { person } = openTreeOrder(order);
  await person.click(await screen.findByRole("button", { name: /Preferred delivery date/ }));
  await person.type(await screen.findByLabelText("Type a date"), "12/06/2090{Enter}");
  const gone = () => HttpResponse.json({ message: "Not found" }, { status: 404 });
  server.use(http.patch("/api/tree-orders/:id", gone), http.get("/api/tree-orders/:id", gone));
  await person.click(screen.getByRole("button", { name: "Change day" }));
  await waitFor(() =>
    expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("This link may have expired"),
  );
  expect(screen.queryByText(order.addressLine1)).not.toBeInTheDocument();
});
