import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it, vi } from "vitest";
import { clearDrafts, writeDraft } from "~/lib/drafts";
import { asReloaded } from "~/test/reloaded";
import { hydrateAt, renderAt } from "~/test/render";
import { aQuote } from "~/test/rows";
import { customer, server, signIn } from "~/test/server";
import { QuoteForm } from "./components/quote-form";
import { setQuoteLook } from "./quote-look";

async function fillIn() {
  const page = renderAt("/quote", <QuoteForm heading="h2" scrollTo="page" />);
  await page.person.type(screen.getByLabelText("Full name"), "Eleanor Hayes");
  await page.person.type(screen.getByLabelText("Phone number"), "603-555-0172");
  await page.person.type(screen.getByLabelText("Email", { selector: "[name=email]" }), "e@example.com");
  await page.person.selectOptions(screen.getByLabelText("City"), "Dover");
  await page.person.click(screen.getByRole("radio", { name: /Premium Installation/ }));
  await page.person.click(screen.getByRole("checkbox", { name: /Smart Timers/ }));
  await page.person.click(screen.getByRole("radio", { name: "Text" }));
  await page.person.selectOptions(screen.getByLabelText(/How did you hear about us/), "Neighbor");
  return page;
}

it("a draft is kept when the page is left and reopened", async () => {
  const { unmount } = await fillIn();
  unmount();
  renderAt("/quote", <QuoteForm heading="h2" scrollTo="page" />);
  await waitFor(() => expect(screen.getByLabelText("Full name")).toHaveValue("Eleanor Hayes"));
  expect(screen.getByLabelText("City")).toHaveValue("Dover");
  expect(screen.getByRole("radio", { name: /Premium Installation/ })).toBeChecked();
  expect(screen.getByRole("checkbox", { name: /Smart Timers/ })).toBeChecked();
  expect(screen.getByRole("radio", { name: "Text" })).toBeChecked();
  expect(screen.getByLabelText(/How did you hear about us/)).toHaveValue("neighbor");
});

it("a draft is deleted after it is sent", async () => {
  server.use(http.post("/api/quotes", () => HttpResponse.json(aQuote({ userId: null }), { status: 201 })));
  const { person, unmount } = await fillIn();
  await person.click(screen.getByRole("button", { name: "Request my free quote" }));
  await screen.findByText("Quote Request Submitted!");
  unmount();
  renderAt("/quote", <QuoteForm heading="h2" scrollTo="page" />);
  expect(screen.getByLabelText("Full name")).toHaveValue("");
  expect(sessionStorage).toHaveLength(0);
});

it("a confirmation survives a reload, which sends nothing, until another request", async () => {
  let requests = 0;
  server.use(
    http.post("/api/quotes", () => {
      requests += 1;
      return HttpResponse.json(aQuote({ userId: null }), { status: 201 });
    }),
  );
  const { person, unmount } = await fillIn();
  await person.click(screen.getByRole("button", { name: "Request my free quote" }));
  await screen.findByRole("heading", { name: /We have your request/ });
  unmount();

  asReloaded();
  const reloaded = renderAt("/quote", <QuoteForm heading="h2" scrollTo="page" />);
  const heading = await screen.findByRole("heading", { name: /We have your request/ });
  expect(heading, "a reload does not move the focus").not.toHaveFocus();
  expect(requests).toBe(1);
  await reloaded.person.click(screen.getByRole("button", { name: "Send another" }));
  expect(screen.getByLabelText("Full name")).toHaveValue("");
  reloaded.unmount();

  renderAt("/quote", <QuoteForm heading="h2" scrollTo="page" />);
  expect(screen.getByLabelText("Full name")).toHaveValue("");
  expect(screen.queryByRole("heading", { name: /We have your request/ })).not.toBeInTheDocument();
});

it("a confirmation does not survive a new version of the site", async () => {
  server.use(http.post("/api/quotes", () => HttpResponse.json(aQuote({ userId: null }), { status: 201 })));
  const { person, unmount } = await fillIn();
  await person.click(screen.getByRole("button", { name: "Request my free quote" }));
  await screen.findByRole("heading", { name: /We have your request/ });
  unmount();

  asReloaded();
  vi.stubGlobal("__reactRouterManifest", { version: "the-next" });
  renderAt("/quote", <QuoteForm heading="h2" scrollTo="page" />);
  expect(screen.getByLabelText("Full name")).toHaveValue("");
  expect(screen.queryByRole("heading", { name: /We have your request/ })).not.toBeInTheDocument();
});

it("a look chosen after sending brings back the form", async () => {
  server.use(http.post("/api/quotes", () => HttpResponse.json(aQuote({ userId: null }), { status: 201 })));
  const { person } = await fillIn();
  await person.click(screen.getByRole("button", { name: "Request my free quote" }));
  await screen.findByRole("heading", { name: /We have your request/ });
  act(() => setQuoteLook({ servicePackage: "basic" }));
  expect(await screen.findByRole("radio", { name: /Basic Installation/ })).toBeChecked();
});

it("a draft for a second quote is kept after the first is sent", async () => {
  server.use(http.post("/api/quotes", () => HttpResponse.json(aQuote({ userId: null }), { status: 201 })));
  const { person, unmount } = await fillIn();
  await person.click(screen.getByRole("button", { name: "Request my free quote" }));
  await person.click(await screen.findByRole("button", { name: "Send another" }));
  await waitFor(() => expect(screen.getByLabelText("Full name")).toHaveValue(""));
  // Not typed: user-event does not notice that a form was reset.
  fireEvent.input(screen.getByLabelText("Full name"), { target: { value: "Tom Okafor" } });
  unmount();
  renderAt("/quote", <QuoteForm heading="h2" scrollTo="page" />);
  await waitFor(() => expect(screen.getByLabelText("Full name")).toHaveValue("Tom Okafor"));
});

it("a draft is deleted at logout, with its idempotency key", async () => {
  server.use(http.post("/api/quotes", () => HttpResponse.json({ message: "Down" }, { status: 503 })));
  const { person, unmount } = await fillIn();
  await person.click(screen.getByRole("button", { name: "Request my free quote" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("Down");
  unmount();
  clearDrafts();
  expect(Object.keys(sessionStorage)).toEqual([]);
  renderAt("/quote", <QuoteForm heading="h2" scrollTo="page" />);
  expect(screen.getByLabelText("Full name")).toHaveValue("");
});

it("a draft does not overwrite text typed before the scripts loaded", async () => {
  writeDraft("quote", { fullName: "Eleanor Hayes", phone: "603-555-0172" });
  hydrateAt("/quote", <QuoteForm heading="h2" scrollTo="page" />, (page) =>
    fireEvent.input(within(page).getByLabelText("Full name"), { target: { value: "Tom Okafor" } }),
  );
  await waitFor(() => expect(screen.getByLabelText("Phone number")).toHaveValue("603-555-0172"));
  expect(screen.getByLabelText("Full name")).toHaveValue("Tom Okafor");
});

it("a draft does not include a saved address, since another person may return", async () => {
  const home = { id: "a1", label: "Home", street: "41 Marcy Street", city: "Portsmouth", state: "NH" };
  signIn(customer, [home]);
  const { person, unmount } = renderAt("/quote", <QuoteForm heading="h2" scrollTo="page" />);
  await person.click(await screen.findByRole("radio", { name: "Saved address" }));
  await person.selectOptions(screen.getByRole("combobox", { name: "Saved address" }), "a1");
  await person.type(screen.getByLabelText("Phone number"), "603-555-0172");
  await person.click(screen.getByRole("radio", { name: /Premium Installation/ }));
  unmount();

  let sent: unknown;
  server.use(
    http.get("/api/auth/user", () => HttpResponse.json({ message: "Unauthorized" }, { status: 401 })),
    http.post("/api/quotes", async ({ request }) => {
      sent = await request.json();
      return HttpResponse.json(aQuote({ userId: null }), { status: 201 });
    }),
  );
  const again = renderAt("/quote", <QuoteForm heading="h2" scrollTo="page" />);
  await waitFor(() => expect(screen.getByLabelText("Phone number")).toHaveValue("603-555-0172"));
  expect(screen.getByLabelText("City")).toHaveValue("");
  await again.person.selectOptions(screen.getByLabelText("City"), "Dover");
  fireEvent.input(screen.getByLabelText("Full name"), { target: { value: "Tom Okafor" } });
  fireEvent.input(screen.getByLabelText("Email", { selector: "[name=email]" }), {
    target: { value: "tom@example.com" },
  });
  await again.person.click(screen.getByRole("button", { name: "Request my free quote" }));
  await screen.findByText("Quote Request Submitted!");
  expect(sent).toMatchObject({ fullName: "Tom Okafor", city: "Dover" });
  expect(sent).not.toHaveProperty("addressId");
});

it("a draft keeps the chosen look", async () => {
  writeDraft("quote", { servicePackage: "premium", addOns: ["wreaths"], design: { colour: "Warm white" } });
  renderAt("/quote", <QuoteForm heading="h2" scrollTo="page" />);
  expect(await screen.findByText("Your look: Premium, warm white, wreaths")).toBeVisible();
});

it.each([
  ["of another version", { version: 2, photoId: "1" }],
  ["with an unknown key", { colour: "Warm white", glitter: true }],
  ["in an unknown color", { colour: "Ultraviolet" }],
  ["that is no design", "warm"],
])("a draft's look %s is left out, with a note", async (_, design) => {
  writeDraft("quote", { fullName: "Eleanor Hayes", design });
  renderAt("/quote", <QuoteForm heading="h2" scrollTo="page" />);
  expect(await screen.findByRole("status")).toHaveTextContent(
    /couldn't read the look you chose, so your request goes without it/,
  );
  expect(screen.getByLabelText("Full name")).toHaveValue("Eleanor Hayes");
  expect(screen.queryByText(/^Your look/)).not.toBeInTheDocument();
  expect(sessionStorage.getItem("draft:quote")).not.toContain("design");
});
