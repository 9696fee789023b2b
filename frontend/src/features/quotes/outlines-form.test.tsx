import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { delay, HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import type { Quote } from "~/api/types";
import { writeDraft } from "~/lib/drafts";
import { outline } from "~/test/outline";
import { renderAt } from "~/test/render";
import { aLook, anAddress, anEstimate, aQuote } from "~/test/rows";
import { customer, server, signIn } from "~/test/server";
import { QuoteForm } from "./components/quote-form";
import { QuoteSent } from "./components/quote-sent";
import { tapHouse } from "./estimate/house";
import QuotePage from "./pages/quote-page";
import { setQuoteLook } from "./quote-look";

// Wednesday, November 18, 2026, 8:15 PM in New Hampshire.
beforeEach(() => void vi.useFakeTimers({ now: new Date("2026-11-19T01:15:00Z"), toFake: ["Date"] }));

/** The outline without the catalog's prices, the time zone, which is shown in other zones, and long texts. */
const outlineOf = (element: Element) =>
  outline(element)
    .replaceAll(/\$\d+([-.,]\d+)*/g, "$…")
    .replaceAll(" Eastern", "")
    .replaceAll(/x{9,}/g, "xxx…");

/** The lines of a form's alert, its invalid fields and its button. */
const problemsOf = (form: Element) =>
  outlineOf(form)
    .split("\n")
    .filter((line) => /^alert|invalid=true|^button \[disabled/.test(line))
    .join("\n");

const openForm = () => {
  const page = renderAt("/quote", <QuoteForm heading="h2" scrollTo="page" />);
  return { ...page, form: page.container.querySelector("form") as HTMLFormElement };
};
const submit = () => screen.getByRole("button", { name: "Request my free quote" });

/** Type into the fields with these names, at once. */
function fillIn(form: HTMLFormElement, values: Record<string, string>) {
  for (const [name, value] of Object.entries(values))
    fireEvent.change(form.querySelector(`[name="${name}"]:not([type=radio])`) as Element, {
      target: { value },
    });
}

const person = {
  fullName: "Eleanor Hayes",
  phone: "603-555-0172",
  email: "eleanor@example.com",
  city: "Dover",
};

it("the quote form before and after it is sent without answers", async () => {
  const { person, form } = openForm();
  expect(outlineOf(form)).toMatchSnapshot("empty");
  await person.click(submit());
  await screen.findByText("Full name is required");
  await waitFor(() => expect(screen.getByLabelText("Full name")).toHaveFocus());
  expect(problemsOf(form)).toMatchSnapshot("without answers");
});

it("the quote form with answers that are too long", async () => {
  const { person, form } = openForm();
  await person.selectOptions(screen.getByLabelText("City"), "Other");
  fillIn(form, {
    fullName: "x".repeat(201),
    phone: "x".repeat(41),
    email: `${"x".repeat(250)}@example.com`,
    otherCity: "x".repeat(101),
    streetAddress: "x".repeat(256),
    squareFootage: "10,000,001",
    comments: "x".repeat(5001),
  });
  await person.click(screen.getByRole("radio", { name: /Basic/ }));
  await person.click(submit());
  await waitFor(() => expect(screen.getByLabelText("Full name")).toHaveFocus());
  expect(problemsOf(form)).toMatchSnapshot();
  fillIn(form, {
    fullName: "x".repeat(200),
    phone: "x".repeat(40),
    email: "eleanor@example.com",
    otherCity: "x".repeat(100),
    streetAddress: "x".repeat(255),
    squareFootage: "10,000,000",
    comments: "x".repeat(5000),
  });
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  server.use(http.post("/api/quotes", () => delay("infinite")));
  await person.click(submit());
  expect(problemsOf(form)).toBe("button [disabled=true, focused]: Sending your request...");
});

/** The fields that the server can refuse, each with a message of its own. */
const refused = [
  "fullName",
  "phone",
  "email",
  "city",
  "streetAddress",
  "servicePackage",
  "addOns",
  "squareFootage",
  "storeys",
  "frontWidthFeet",
  "preferredStartDate",
  "communicationPreference",
  "comments",
  "heardFrom",
];

it("the quote form shows the server's message of each field at that field", async () => {
  const errors = Object.fromEntries(refused.map((field) => [field, [`The server refused ${field}.`]]));
  server.use(
    http.post("/api/quotes", () => HttpResponse.json({ message: "Please check.", errors }, { status: 400 })),
  );
  const { person: user, form } = openForm();
  fillIn(form, person);
  await user.click(screen.getByRole("radio", { name: /Premium/ }));
  await user.click(submit());
  await waitFor(() => expect(screen.getByLabelText("Full name")).toHaveFocus());
  expect(outlineOf(form)).toMatchSnapshot();
});

it("the quote form of a customer with saved addresses", async () => {
  signIn(customer, [
    anAddress({ isDefault: true }),
    anAddress({ id: "a2", label: "", street: "3 Water Street", city: "Rye" }),
  ]);
  server.use(http.get("/api/quotes", () => HttpResponse.json([aQuote({ phone: "603-555-0199" })])));
  const { person, form } = openForm();
  await screen.findByRole("combobox", { name: "Saved address" });
  await waitFor(() => expect(screen.getByLabelText("Phone number")).toHaveValue("603-555-0199"));
  const fields = () => outlineOf(screen.getByLabelText("Full name").closest(".group") as Element);
  expect(fields()).toMatchSnapshot("the default one");
  const errors = { addressId: ["This address was deleted."] };
  server.use(
    http.post("/api/quotes", () => HttpResponse.json({ message: "Please check.", errors }, { status: 400 })),
  );
  await person.click(screen.getByRole("radio", { name: /Premium/ }));
  await person.click(submit());
  await screen.findByText("This address was deleted.");
  expect(fields()).toMatchSnapshot("one that was deleted");
  await person.click(screen.getByRole("radio", { name: "New address" }));
  await person.selectOptions(screen.getByLabelText("City"), "Other");
  await screen.findByText("City is required");
  expect(fields()).toMatchSnapshot("a new one in another town");
  expect(within(form).queryByText("This address was deleted.")).toBeNull();
});

it("the quote form with a look, a house and an estimate", async () => {
  server.use(http.post("/api/estimate", () => HttpResponse.json(anEstimate())));
  const { form } = openForm();
  act(() => {
    setQuoteLook({ servicePackage: "premium", addOns: ["rgb", "storage"], bulbs: "cool" });
    tapHouse({ storeys: 3, frontWidthFeet: 30 });
  });
  await waitFor(() => expect(screen.getByText(/For a house like yours/)).toBeVisible());
  expect(outlineOf(form).split("\n").slice(0, 1)).toEqual(["Your look: Premium, color changing"]);
  const house = screen.getByRole("radiogroup", { name: /Stories/ }).parentElement?.parentElement as Element;
  expect(outlineOf(house)).toMatchSnapshot("house");
  expect(outline(screen.getByRole("region", { name: "Estimate" }))).toMatchSnapshot("estimate");
  act(() => tapHouse({ storeys: null, frontWidthFeet: null }));
});

it("the quote form says so if its look can't be read", async () => {
  writeDraft("quote", { design: { shape: "star" } });
  const { form } = openForm();
  expect(outlineOf(form).split("\n").slice(0, 2)).toMatchSnapshot();
});

it("the confirmation of a quote request", () => {
  const sent = (changes: Partial<Quote>) => {
    const quote = aQuote({ createdAt: "2026-11-18T16:00:00Z", ...changes });
    const { container, unmount } = renderAt(
      "/quote",
      <QuoteSent quote={quote} scrollTo="nowhere" onAgain={() => undefined} />,
    );
    const said = outline(container).replaceAll(" Eastern", "");
    unmount();
    return said;
  };
  expect(
    sent({
      look: aLook(),
      design: { style: "Premium", colour: "Warm white", lit: ["wreaths"] },
      storeys: 2,
      frontWidthFeet: 60,
      textUpdates: true,
      comments: "Mind the dog.",
      communicationPreference: "sms",
      addOns: ["wreaths", "timers"],
    }),
  ).toMatchSnapshot("with all answers");
  expect(
    sent({
      fullName: "",
      streetAddress: "",
      squareFootage: null,
      storeys: 1,
      preferredStartDate: null,
      addOns: [],
      estimate: null,
      communicationPreference: "phone",
      createdAt: "2026-11-17T16:00:00Z",
    }),
  ).toMatchSnapshot("with few answers");
});

it("the page with the quote form", () => {
  const { container } = renderAt("/quote", <QuotePage />);
  container.querySelector("form")?.remove();
  expect(outlineOf(container)).toMatchSnapshot();
});
