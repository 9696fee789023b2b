import { act, screen, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, expect, vi } from "vitest";
import { writeDraft } from "~/lib/drafts";
import { journey, refusal } from "~/test/journey";
import { maskCatalogPrices, maskTimeZone } from "~/test/mask";
import { renderAt } from "~/test/render";
import { aLook, anAddress, anEstimate, aQuote } from "~/test/rows";
import { customer, signIn } from "~/test/server";
import { DeferredQuoteForm } from "./components/deferred-quote-form";
import { tapHouse } from "./estimate/house";
import QuotePage from "./pages/quote-page";
import { setQuoteLook } from "./quote-look";

maskCatalogPrices();
maskTimeZone();

// Wednesday, November 18, 2026, 8:15 PM in New Hampshire.
beforeEach(() => void vi.setSystemTime("2026-11-19T01:15:00Z"));

const form = () => within(document.querySelector("form") as HTMLElement);
const field = (name: string | RegExp) =>
  form().getByLabelText(name, { selector: "select, textarea, input:not([type=radio], [type=checkbox])" });
const radio = (name: string | RegExp) => form().getByRole("radio", { name });
const submit = (person: UserEvent) =>
  person.click(screen.getByRole("button", { name: "Request my free quote" }));

async function write(person: UserEvent, element: HTMLElement, text: string) {
  await person.clear(element);
  await person.paste(text);
}

/** Fill in the required fields. */
async function fillIn(person: UserEvent) {
  await write(person, field("Full name"), "Maud Quimby");
  await write(person, field("Phone number"), "603-555-0188");
  await write(person, field("Email"), "maud@example.com");
}

/** An estimate whose amounts tell what it is for. */
const estimateOf = ({ body }: { body: Record<string, unknown> }) => {
  const { squareFootage = 0, storeys = 0, frontWidthFeet = 0, addOns } = body;
  const extras = (addOns as string[]).length;
  const low = 710 + Number(storeys) * 100 + Number(frontWidthFeet) + Number(squareFootage) / 10 + extras * 33;
  const lines = [
    { label: `The ${body.servicePackage} package`, low: low - 10, high: low + 200 },
    { label: "A wide front", low: 10, high: 53 },
  ];
  return anEstimate({ low, high: low + 253, lines });
};

journey("a visitor sees the estimate follow their choices", async ({ open, serve, step }) => {
  await open(() => renderAt("/quote", <QuotePage />));
  await step("Choose a package, whose estimate doesn't load", (person) => person.click(radio(/^Premium/)));
  serve({ "POST /api/estimate": estimateOf });
  await step("Add timers", (person) => person.click(form().getByRole("checkbox", { name: /^Smart Timers/ })));
  await step("Choose two stories", (person) => person.click(radio("2")));
  await step("Choose four cars", (person) => person.click(radio(/^4 cars/)));
  await step("Type the square footage", async (person) => {
    await write(person, field(/square footage/), "2,750 sq ft");
    await screen.findByText(/\$1,278/);
  });
  await step("Clear the stories and the width", (person) =>
    person.click(screen.getByRole("button", { name: "Clear stories and width" })),
  );
  await step("Choose a package that needs a visit", (person) => person.click(radio(/^Commercial/)));
  await step("Go back to another package", (person) => person.click(radio(/^Basic/)));
});

journey("a visitor's request is incomplete, rejected, and sent", async ({ open, serve, step }) => {
  const sent = aQuote({
    id: "0198a000-0000-7000-8000-00005c7e19b4",
    userId: null,
    status: "pending",
    quoteAmount: null,
    fullName: "Maud Quimby",
    phone: "603-555-0188",
    email: "maud@example.com",
    city: "Kittery Point",
    streetAddress: "8 Ferry Lane",
    servicePackage: "commercial",
    squareFootage: 0,
    storeys: 1,
    frontWidthFeet: 45,
    preferredStartDate: "2026-11-27T12:00:00Z",
    addOns: ["timers", "rgb"],
    comments: "Mind the dog.",
    textUpdates: true,
    communicationPreference: "sms",
    estimate: null,
    createdAt: "2026-11-19T01:15:00Z",
  });
  sessionStorage.setItem("campaign", "?utm_source=flyer&utm_campaign=fall");
  await open(() => renderAt("/quote", <QuotePage />));
  await step("Send it empty", submit);
  await step("Fill in some of it", async (person) => {
    await fillIn(person);
    await person.selectOptions(field("City"), "Other");
    await person.click(radio(/^Commercial/));
    await write(person, field(/square footage/), "big");
  });
  await step("Send it without the town", submit);
  serve({
    "POST /api/quotes": refusal(400, "Please check the form.", {
      phone: ["Enter a phone number with an area code"],
      streetAddress: ["We don't know this street"],
      nowhere: ["This belongs to no field"],
    }),
  });
  await step("Fill in the rest", async (person) => {
    await write(person, field(/square footage/), "0");
    await write(person, field("Town"), "Kittery Point");
    await write(person, field(/Street address/), "8 Ferry Lane");
    await person.click(form().getByRole("checkbox", { name: /^RGB/ }));
    await person.click(form().getByRole("checkbox", { name: /^Smart Timers/ }));
    await person.click(radio("1"));
    await person.click(radio(/^3 cars/));
    await person.click(form().getByRole("button", { name: /Preferred start date/ }));
    await person.click(await screen.findByRole("button", { name: /November 27/ }));
    await write(person, field(/Anything we should know/), "Mind the dog.");
    await person.selectOptions(field(/How did you hear/), "Yard sign");
  });
  await step("Choose texts", (person) => person.click(radio("Text")));
  await step("Agree to them", (person) =>
    person.click(form().getByRole("checkbox", { name: /^Send me text/ })),
  );
  await step("Send it, which is rejected", submit);
  serve({ "POST /api/quotes": refusal(500, "We couldn't save that. Please try again.") });
  await step("Correct the phone number", (person) => write(person, field("Phone number"), "603-555-0188"));
  await step("Send it, which fails", submit);
  serve({ "POST /api/quotes": sent });
  await step("Send it again", submit);
  expect(window.scrollTo, "the page has only the form").toHaveBeenLastCalledWith({
    top: 0,
    behavior: "instant",
  });
  await step("Send another", (person) => person.click(screen.getByRole("button", { name: "Send another" })));
});

journey("a customer sends a request for a saved address", async ({ open, serve, step }) => {
  const addresses = [
    anAddress({ id: "a7", label: "Studio", street: "90 Bow Street", city: "Exeter" }),
    anAddress({ id: "a2", label: "", street: "5 Salt Road", city: "Rye", isDefault: true }),
    anAddress({ id: "a5", label: "Barn", street: "31 Mill Lane", city: "Dover" }),
  ];
  const row = aQuote({ id: "0198a000-0000-7000-8000-00006d22f0a1", city: "Dover", phone: "603-555-0143" });
  signIn(customer, addresses);
  serve({
    "GET /api/quotes": [],
    "GET /api/tree-orders": [{ customerPhone: "603-555-0143" }],
    "POST /api/estimate": estimateOf,
    "POST /api/quotes": refusal(400, "Please check the form.", { addressId: ["This address is gone"] }),
  });
  await open(() => renderAt("/quote", <QuotePage />));
  await step("Enter a new address instead", (person) => person.click(radio("New address")));
  await step("Choose its city", (person) => person.selectOptions(field("City"), "Hampton"));
  await step("Go back to the saved ones", (person) => person.click(radio("Saved address")));
  await step("Send it without an address", async (person) => {
    await person.click(radio(/^Basic/));
    await submit(person);
  });
  await step("Choose one of them", (person) => person.selectOptions(field("Saved address"), "a5"));
  await step("Send it, which is rejected", submit);
  await step("Choose another one", (person) => person.selectOptions(field("Saved address"), "a7"));
  serve({ "POST /api/quotes": row });
  await step("Send it", submit);
});

journey(
  "a look from the house is taken over, sent, and followed by another",
  async ({ open, serve, step }) => {
    const sent = aQuote({
      id: "0198a000-0000-7000-8000-00007aa3be15",
      userId: null,
      fullName: "Maud Quimby",
      email: "maud@example.com",
      city: "Rye",
      streetAddress: "",
      squareFootage: null,
      preferredStartDate: null,
      storeys: 3,
      addOns: [],
      look: aLook(),
      design: { style: "Premium", colour: "Warm white", lit: ["wreaths"] },
      communicationPreference: "phone",
      status: "pending",
      createdAt: "2026-11-18T23:40:00Z",
      estimate: anEstimate({ low: 905, high: 1388, lines: [{ label: "Everything", low: 905, high: 1388 }] }),
    });
    serve({ "POST /api/estimate": estimateOf, "POST /api/quotes": sent });
    writeDraft("quote", { design: { colour: "Ultraviolet" }, fullName: "Maud Quimby", city: "Rye" });
    await open(() => renderAt("/", <DeferredQuoteForm />));
    await step("Choose a look", () =>
      act(() => setQuoteLook({ servicePackage: "premium", addOns: ["wreaths", "storage"], bulbs: "warm" })),
    );
    await step("Choose three stories and two cars on the panel", () =>
      act(() => tapHouse({ storeys: 3, frontWidthFeet: 30 })),
    );
    await step("Clear the width there", () => act(() => tapHouse({ frontWidthFeet: null })));
    await step("Change the add-ons", async (person) => {
      await person.click(form().getByRole("checkbox", { name: /^Off-Season/ }));
      await person.click(form().getByRole("checkbox", { name: /^RGB/ }));
    });
    await step("Fill in the rest and send it", async (person) => {
      await fillIn(person);
      await person.click(radio("Phone"));
      await submit(person);
    });
    await step("Choose another look", () =>
      act(() => setQuoteLook({ servicePackage: "basic", bulbs: "red-green" })),
    );
  },
);
