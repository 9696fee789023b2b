import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { server } from "~/test/server";
import { openFollow } from "./test-page";

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
