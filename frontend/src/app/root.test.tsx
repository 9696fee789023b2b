import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import { Page, type PageHandle } from "~/ui/page";
import App from "./root";

function openAt(path: string) {
  const pages = [
    { path: "/quote", element: <Page>Quote</Page> },
    { path: "/christmas-trees", element: <Page>Trees</Page> },
    { path: "/admin/day-sheet", element: <main />, handle: { frame: "none" } satisfies PageHandle },
  ];
  const router = createMemoryRouter([{ element: <App />, children: pages }], { initialEntries: [path] });
  render(<RouterProvider router={router} />);
  return { router, person: userEvent.setup() };
}

it("puts header, main and footer around a page", () => {
  openAt("/quote");
  expect(screen.getByRole("banner")).toBeVisible();
  expect(screen.getByRole("main")).toHaveTextContent("Quote");
  expect(screen.getByRole("contentinfo")).toBeVisible();
});

it("leaves a page alone that asks for no frame", () => {
  openAt("/admin/day-sheet");
  expect(screen.getByRole("main")).toBeVisible();
  expect(screen.queryByRole("banner")).not.toBeInTheDocument();
});

it("closes the phone menu on the way to another page", async () => {
  const { person, router } = openAt("/quote");
  await person.click(screen.getByRole("button", { name: "Open menu" }));
  await act(() => router.navigate("/christmas-trees"));
  expect(screen.getByRole("main")).toHaveTextContent("Trees");
  expect(screen.getByRole("button", { name: "Open menu" })).toHaveAttribute("aria-expanded", "false");
});
