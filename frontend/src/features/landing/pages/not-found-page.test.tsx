import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderAt } from "~/test/render";
import NotFoundPage, { meta } from "./not-found-page";

it("says that the page was not found and links home", () => {
  renderAt("/nowhere", <NotFoundPage />);
  expect(screen.getByRole("heading", { level: 1, name: "Page Not Found" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Go to the home page" })).toHaveAttribute("href", "/");
});

it("is not indexed by search engines", () => {
  expect(meta()).toContainEqual({ name: "robots", content: "noindex" });
});
