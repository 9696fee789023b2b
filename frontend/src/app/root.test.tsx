import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it, vi } from "vitest";
import { aPerson } from "~/test/person";
import { customer, signIn } from "~/test/server";
import { Page, type PageHandle } from "~/ui/page";
import App, { ErrorBoundary } from "./root";

function openAt(path: string) {
  const pages = [
    { path: "/quote", element: <Page>Quote</Page> },
    { path: "/christmas-trees", element: <Page>Trees</Page> },
    {
      path: "/",
      element: (
        <Page>
          <section id="services">Our Holiday Services</section>
        </Page>
      ),
      handle: { frame: "night" } satisfies PageHandle,
    },
    { path: "/admin/day-sheet", element: <main />, handle: { frame: "none" } satisfies PageHandle },
  ];
  const router = createMemoryRouter([{ element: <App />, children: pages }], { initialEntries: [path] });
  render(<RouterProvider router={router} />);
  return { router, person: aPerson() };
}

it("puts header, main and footer around a page", () => {
  openAt("/quote");
  expect(screen.getByRole("banner")).toBeVisible();
  expect(screen.getByRole("main")).toHaveTextContent("Quote");
  expect(screen.getByRole("contentinfo")).toBeVisible();
});

it("puts light words into the header where it is drawn over the landing page's night sky, and only there", async () => {
  const { router } = openAt("/");
  const header = () => within(screen.getByRole("banner")).getAllByRole("navigation", { name: "Main" })[0];
  expect(header()?.closest(".night")).not.toBeNull();
  await act(() => router.navigate("/quote"));
  expect(header()?.closest(".night")).toBeNull();
});

it("renders a page without the frame if it asks for that", () => {
  openAt("/admin/day-sheet");
  expect(screen.getByRole("main")).toBeVisible();
  expect(screen.queryByRole("banner")).not.toBeInTheDocument();
});

it("ignores the second click of a double click on another link than the first", () => {
  const { router } = openAt("/quote");
  const [trees] = screen.getAllByRole("link", { name: "Christmas Tree Delivery" });
  fireEvent.mouseDown(screen.getByRole("main"), { detail: 1 });
  fireEvent.click(trees as HTMLElement, { detail: 2 });
  expect(router.state.location.pathname).toBe("/quote");
});

it("closes the phone menu on the way to another page", async () => {
  const { person, router } = openAt("/quote");
  await person.click(screen.getByRole("button", { name: "Open menu" }));
  await act(() => router.navigate("/christmas-trees"));
  expect(screen.getByRole("main")).toHaveTextContent("Trees");
  expect(screen.getByRole("button", { name: "Open menu" })).toHaveAttribute("aria-expanded", "false");
});

it("closes the phone menu on the way to a section of the same page", async () => {
  const { person } = openAt("/");
  await person.click(screen.getByRole("button", { name: "Open menu" }));
  const menu = screen.getAllByRole("navigation", { name: "Main", hidden: true }).at(-1) as HTMLElement;
  await person.click(within(menu).getByText("Services"));
  expect(screen.getByText("Our Holiday Services")).toHaveFocus();
  expect(screen.getByRole("button", { name: "Open menu" })).toHaveAttribute("aria-expanded", "false");
});

it("opens only visited pages while offline, and otherwise stays on the page", async () => {
  const { router } = openAt("/quote");
  await act(() => router.navigate("/christmas-trees"));
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event("offline")));
  await act(() => router.navigate("/quote"));
  expect(screen.getByRole("main")).toHaveTextContent("Quote");
  await act(() => router.navigate("/admin/day-sheet"));
  expect(await screen.findByText("You're offline")).toBeVisible();
  expect(screen.getByRole("main")).toHaveTextContent("Quote");
  // The page can still be left for a visited one, and for any once the browser is online.
  await act(() => router.navigate("/christmas-trees"));
  expect(screen.getByRole("main")).toHaveTextContent("Trees");
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event("online")));
  await act(() => router.navigate("/"));
  expect(screen.getByRole("main")).toHaveTextContent("Our Holiday Services");
});

function Broken(): never {
  throw new Error("a bug");
}

it.each([
  ["/quote", /^Reload the page, or call us at/],
  ["/admin", /^Reload the page\.$/], // staff are the office
])("shows the error page at %s", (path, advice) => {
  vi.spyOn(console, "error").mockReturnValue();
  vi.spyOn(console, "warn").mockReturnValue();
  const routes = [{ element: <App />, ErrorBoundary, children: [{ path: "*", element: <Broken /> }] }];
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  render(<RouterProvider router={router} />);
  expect(screen.getByRole("heading", { name: "Something went wrong on our end" })).toBeVisible();
  expect(within(screen.getByRole("main")).getByText(advice)).toBeVisible();
  expect(screen.getByRole("button", { name: "Reload the page" })).toBeVisible();
  expect(screen.getByRole("banner")).toBeVisible();
});

it("the error page knows who is signed in without asking again", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  vi.spyOn(console, "warn").mockReturnValue();
  signIn(customer);
  vi.resetModules(); // a page of its own, which doesn't know a visitor yet
  const fresh = await import("./root");
  const children = [
    { path: "/quote", element: <main>Quote</main> },
    { path: "*", element: <Broken /> },
  ];
  const router = createMemoryRouter(
    [{ element: <fresh.default />, ErrorBoundary: fresh.ErrorBoundary, children }],
    { initialEntries: ["/quote"] },
  );
  render(<RouterProvider router={router} />);
  await screen.findAllByText("My Services");
  await act(() => router.navigate("/broken"));
  expect(screen.getByRole("heading", { name: "Something went wrong on our end" })).toBeVisible();
  expect(screen.getAllByText("My Services").length).toBeGreaterThan(0);
});

it.each(["Control", "Meta"])("leaves a section's link to the browser when %s is held", async (key) => {
  const { person } = openAt("/");
  const [link] = screen.getAllByRole("link", { name: "Services" });
  const followed = vi.fn((event: Event) => event.defaultPrevented);
  document.addEventListener("click", followed, { once: true });
  await person.keyboard(`{${key}>}`);
  await person.click(link as HTMLElement);
  expect(followed).toHaveReturnedWith(false);
});
