import { act, screen, waitFor } from "@testing-library/react";
import { delay, HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Quote } from "~/api/types";
import { writeDraft } from "~/lib/drafts";
import { easternToday } from "~/lib/eastern";
import { formatDate } from "~/lib/format";
import { loadPage } from "~/lib/load-page";
import { hold } from "~/test/held";
import { renderAt } from "~/test/render";
import { anEstimate, aQuote, aTreeOrder } from "~/test/rows";
import { customer, server, signIn } from "~/test/server";
import { QuoteForm } from "./components/quote-form";
import { setQuoteLook } from "./quote-look";

interface Sent {
  key: string | null;
  body: Record<string, unknown>;
}

let sent: Sent[];

/** Respond to POST /api/quotes with each response in turn, repeating the last one. */
function serverAnswers(...answers: (() => Response | Promise<Response>)[]) {
  server.use(
    http.post("/api/quotes", async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>;
      sent.push({ key: request.headers.get("Idempotency-Key"), body });
      const answer = answers[Math.min(sent.length, answers.length) - 1];
      return answer ? answer() : new HttpResponse(null, { status: 500 });
    }),
  );
}

const taken = () => HttpResponse.json(aQuote({ userId: null }), { status: 201 });
const takenFromCustomer = () => HttpResponse.json(aQuote(), { status: 201 });
const submit = () => screen.getByRole("button", { name: "Request my free quote" });

function openForm() {
  return renderAt("/quote", <QuoteForm heading="h2" scrollTo="page" />);
}

/** Click the button below a confirmation. */
async function sendAnother(person: ReturnType<typeof openForm>["person"]) {
  await person.click(await screen.findByRole("button", { name: "Send another" }));
}

async function fillIn(person: ReturnType<typeof openForm>["person"]) {
  const type = async (input: HTMLElement, words: string) => {
    await person.clear(input);
    await person.type(input, words);
  };
  await type(screen.getByLabelText("Full name"), "Eleanor Hayes");
  await type(screen.getByLabelText("Phone number"), "603-555-0172");
  await type(screen.getByLabelText("Email", { selector: "[name=email]" }), "eleanor@example.com");
  await person.selectOptions(screen.getByLabelText("City"), "Portsmouth");
  await person.click(screen.getByRole("radio", { name: /Premium Installation/ }));
}

beforeEach(() => {
  sent = [];
  serverAnswers(taken);
});

describe("a visitor who submits an incomplete form", () => {
  it("sees each message and the summary, with the focus on the first field", async () => {
    const { person } = openForm();
    await person.click(submit());

    expect(await screen.findByText("Full name is required")).toBeVisible();
    expect(screen.getByText("Phone number is required")).toBeVisible();
    expect(screen.getByText("Valid email is required")).toBeVisible();
    expect(screen.getByText("City is required")).toBeVisible();
    expect(screen.getByText("Please select a service package")).toBeVisible();
    expect(screen.getByRole("alert")).toHaveTextContent(
      "Five things need another look: full name, phone number, email, city and service package.",
    );
    await waitFor(() => expect(screen.getByLabelText("Full name")).toHaveFocus());
    expect(screen.getByLabelText("Full name")).toHaveAccessibleDescription("Full name is required");
    expect(sent).toEqual([]);
  });

  it("sees why a number is invalid", async () => {
    const { person } = openForm();
    await fillIn(person);
    await person.type(screen.getByLabelText(/square footage/), "abc");
    await person.click(submit());
    expect(await screen.findByText("Please enter a number, such as 2400")).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText(/square footage/)).toHaveFocus());
  });

  it.each(["2,400 sq. ft.", "2400 square feet", "2400sf", " 2 400 ft² "])(
    "may write the square footage as %s",
    async (typed) => {
      const { person } = openForm();
      await fillIn(person);
      await person.type(screen.getByLabelText(/square footage/), typed);
      await person.click(submit());
      await waitFor(() => expect(sent[0]?.body).toMatchObject({ squareFootage: 2400 }));
    },
  );

  it("can enter 0 square feet", async () => {
    const { person } = openForm();
    await fillIn(person);
    await person.type(screen.getByLabelText(/square footage/), "0");
    await person.click(submit());
    await waitFor(() => expect(sent[0]?.body).toMatchObject({ squareFootage: 0 }));
  });
});

describe("where a request came from", () => {
  it("is sent with the answer and the campaign of the visit", async () => {
    sessionStorage.setItem("campaign", "?utm_source=google&utm_medium=cpc&utm_campaign=fall-2026&design=x");
    const { person } = openForm();
    await fillIn(person);
    await person.selectOptions(screen.getByLabelText(/How did you hear about us/), "Yard sign");
    await person.click(submit());
    await waitFor(() =>
      expect(sent[0]?.body).toMatchObject({
        heardFrom: "yard_sign",
        campaign: { source: "google", medium: "cpc", name: "fall-2026" },
      }),
    );
  });

  it("is sent with the honeypot's value for the server to judge", async () => {
    const { person, container } = openForm();
    await fillIn(person);
    await person.type(container.querySelector('[name="website"]') as HTMLElement, "https://spam.example");
    await person.click(submit());
    await waitFor(() => expect(sent[0]?.body).toMatchObject({ website: "https://spam.example" }));
  });

  it("is left out if unknown", async () => {
    const { person } = openForm();
    await fillIn(person);
    const question = screen.getByLabelText(/How did you hear about us/);
    await person.selectOptions(question, "Mail");
    await person.selectOptions(question, "Choose one");
    await person.click(submit());
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).not.toHaveProperty("heardFrom");
    expect(sent[0]?.body).not.toHaveProperty("campaign");
  });

  it("is covered by the idempotency key", async () => {
    serverAnswers(() => new HttpResponse(null, { status: 503 }), taken);
    const { person } = openForm();
    await fillIn(person);
    await person.click(submit());
    await waitFor(() => expect(sent).toHaveLength(1));
    sessionStorage.setItem("campaign", "?utm_source=newsletter");
    await person.click(await screen.findByRole("button", { name: "Request my free quote" }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]?.body).toMatchObject({ campaign: { source: "newsletter" } });
    expect(sent[1]?.key).not.toBe(sent[0]?.key);
  });
});

describe("a visitor who fills in the form", () => {
  it("sees a confirmation after sending, and an empty form for another request", async () => {
    const { person } = openForm();
    await fillIn(person);
    await person.click(screen.getByRole("checkbox", { name: /Wreaths & Garland/ }));
    await person.type(screen.getByLabelText(/square footage/), "2,400");
    await person.click(screen.getByRole("radio", { name: "Text" }));
    await person.click(screen.getByRole("checkbox", { name: /text updates/ }));
    await person.click(submit());

    expect(await screen.findByText("Quote Request Submitted!")).toBeVisible();
    expect(screen.getByText("We'll contact you within 24 hours with your detailed quote.")).toBeVisible();
    expect(sent[0]?.body).toEqual({
      fullName: "Eleanor Hayes",
      phone: "603-555-0172",
      email: "eleanor@example.com",
      city: "Portsmouth",
      servicePackage: "premium",
      addOns: ["wreaths"],
      squareFootage: 2400,
      communicationPreference: "sms",
      textUpdates: true,
    });
    expect(screen.queryByRole("button", { name: "Request my free quote" })).not.toBeInTheDocument();
    await sendAnother(person);
    expect(screen.getByRole("heading", { name: "Holiday Light Installation Quote" })).toHaveFocus();
    expect(screen.getByLabelText("Full name")).toHaveValue("");
    expect(screen.getByRole("radio", { name: /Premium Installation/ })).not.toBeChecked();
    expect(screen.getByRole("checkbox", { name: /Wreaths & Garland/ })).not.toBeChecked();
    expect(screen.getByRole("radio", { name: "Email" })).toBeChecked();
  });

  it("sends optional fields, and a day as an instant of that day", async () => {
    const { person } = openForm();
    await fillIn(person);
    await person.type(screen.getByLabelText(/Street address/), " 9 Elm Street ");
    await person.click(screen.getByLabelText(/Preferred start date/));
    await person.click(await screen.findByRole("button", { name: /^Today/ }));
    await person.type(screen.getByLabelText(/Anything we should know/), "Two dogs.");
    await person.click(submit());
    await screen.findByText("Quote Request Submitted!");
    const { preferredStartDate, ...body } = sent[0]?.body ?? {};
    expect(body).toMatchObject({ streetAddress: "9 Elm Street", city: "Portsmouth", comments: "Two dogs." });
    expect(preferredStartDate).toMatch(/^20\d\d-\d\d-\d\dT12:00:00.000Z$/);
    expect(formatDate(String(preferredStartDate))).toBe(formatDate(easternToday()));
  });

  it("cannot submit twice while the request is pending", async () => {
    const { held, release } = hold();
    serverAnswers(async () => {
      await held;
      return taken();
    });
    const { person } = openForm();
    await fillIn(person);
    await person.dblClick(submit());
    const pending = await screen.findByRole("button", { name: "Sending your request..." });
    expect(pending).toHaveAttribute("aria-disabled", "true");
    expect(pending).toHaveFocus();
    release();
    await screen.findByText("Quote Request Submitted!");
    expect(sent).toHaveLength(1);
  });

  it("sends the look on the house with changes made in the form", async () => {
    const { person } = openForm();
    expect(screen.queryByText(/^Your look/)).not.toBeInTheDocument();
    act(() => setQuoteLook({ servicePackage: "basic", addOns: ["wreaths"], bulbs: "red-green" }));
    expect(screen.getByRole("radio", { name: /Basic Installation/ })).toBeChecked();
    expect(screen.getByRole("checkbox", { name: /Wreaths/ })).toBeChecked();
    expect(screen.getByText("Your look: Basic, red and green, wreaths")).toBeVisible();
    await fillIn(person);
    await person.click(screen.getByRole("checkbox", { name: /Smart Timers/ }));
    expect(screen.getByText("Your look: Premium, red and green, wreaths, smart timers")).toBeVisible();
    await person.click(submit());
    await screen.findByText("Quote Request Submitted!");
    expect(sent[0]?.body).toMatchObject({
      servicePackage: "premium",
      addOns: ["wreaths", "timers"],
      design: { style: "Premium", colour: "Red and green", lit: ["wreaths", "smart timers"] },
    });
    expect(sent[0]?.body).not.toHaveProperty("comments");
  });

  it("keeps the add-ons when only a package was chosen, and leaves out those a look doesn't have", async () => {
    const { person } = openForm();
    const wreaths = screen.getByRole("checkbox", { name: /Wreaths/ });
    await person.click(wreaths);
    act(() => setQuoteLook({ servicePackage: "basic" }));
    expect(screen.getByRole("radio", { name: /Basic Installation/ })).toBeChecked();
    expect(wreaths).toBeChecked();
    act(() => setQuoteLook({ servicePackage: "basic", addOns: [], bulbs: "warm" }));
    expect(wreaths).not.toBeChecked();
  });

  it("sends a look without storage, which is not lit", async () => {
    const { person } = openForm();
    act(() => setQuoteLook({ servicePackage: "basic", addOns: ["wreaths", "storage"], bulbs: "warm" }));
    expect(screen.getByText("Your look: Basic, warm white, wreaths")).toBeVisible();
    await fillIn(person);
    await person.click(submit());
    await screen.findByText("Quote Request Submitted!");
    expect(sent[0]?.body).toMatchObject({ addOns: ["wreaths", "storage"], design: { lit: ["wreaths"] } });
  });
});

describe("a visitor from another town", () => {
  it("enters its name, which is sent as the city", async () => {
    const { person } = openForm();
    await fillIn(person);
    expect(screen.queryByLabelText("Town")).not.toBeInTheDocument();
    await person.selectOptions(screen.getByLabelText("City"), "Other");
    await person.click(submit());
    const town = screen.getByLabelText("Town");
    await waitFor(() => expect(town).toHaveAccessibleDescription("City is required"));
    expect(town).toHaveFocus();
    await person.type(town, "New Castle");
    await waitFor(() => expect(town).toBeValid());
    await person.click(submit());
    await screen.findByText("Quote Request Submitted!");
    expect(sent[0]?.body).toMatchObject({ city: "New Castle" });
    expect(sent[0]?.body).not.toHaveProperty("otherCity");
  });

  it("can choose a listed city again", async () => {
    const { person } = openForm();
    await fillIn(person);
    await person.selectOptions(screen.getByLabelText("City"), "Other");
    await person.type(screen.getByLabelText("Town"), "Rye");
    await person.selectOptions(screen.getByLabelText("City"), "Dover");
    await person.click(submit());
    await screen.findByText("Quote Request Submitted!");
    expect(sent[0]?.body).toMatchObject({ city: "Dover" });
  });
});

describe("the confirmation", () => {
  afterEach(() => void vi.useRealTimers());

  async function confirm(quote: Partial<Quote>) {
    serverAnswers(() => HttpResponse.json(aQuote({ userId: null, ...quote }), { status: 201 }));
    const { person } = openForm();
    await fillIn(person);
    await person.click(submit());
    const heading = await screen.findByRole("heading", { level: 2, name: /We have your request\.$/ });
    return { heading };
  }

  const answer = (label: string) => screen.getByText(label, { selector: "dt" }).nextElementSibling;

  it("replaces the form, takes the focus and moves to the top", async () => {
    const { heading } = await confirm({ fullName: "Patricia Nolan" });
    expect(heading).toHaveTextContent("Thanks, Patricia. We have your request.");
    expect(heading).toHaveFocus();
    expect(screen.queryByLabelText("Full name")).not.toBeInTheDocument();
    expect(window.scrollTo).toHaveBeenCalledWith({ top: 0, behavior: "instant" });
  });

  it("shows everything that was requested, as stored by the server", async () => {
    await confirm({
      servicePackage: "premium",
      design: { style: "Premium", colour: "Warm white", lit: ["wreaths"] },
      look: {
        code: "p-warm-wt",
        bulbs: "Warm white",
        description: "Premium Installation, warm white lights, with Wreaths & Garland and Smart Timers",
        picture: "/api/looks/p-warm-wt/card.svg?v=1",
        thumbnail: "/api/looks/p-warm-wt/thumbnail.jpg?v=1",
      },
      addOns: ["wreaths", "timers"],
      streetAddress: "41 Marcy Street",
      city: "New Castle",
      squareFootage: 2400,
      storeys: 2,
      frontWidthFeet: 60,
      preferredStartDate: "2026-11-28",
      comments: "Mind the dog.",
      textUpdates: true,
      communicationPreference: "sms",
    });
    expect(answer("Package")).toHaveTextContent("Premium Installation, warm white");
    expect(answer("Add-ons")).toHaveTextContent("Wreaths & Garland, Smart Timers");
    expect(answer("House")).toHaveTextContent("2,400 sq ft, 2 stories, about 60 ft wide");
    expect(answer("Address")).toHaveTextContent("41 Marcy Street, New Castle");
    expect(answer("Preferred start")).toHaveTextContent("Sat, Nov 28");
    expect(answer("Name")).toHaveTextContent("Eleanor Hayes");
    expect(answer("Phone")).toHaveTextContent("603-555-0172");
    expect(answer("Email")).toHaveTextContent("eleanor@example.com");
    expect(answer("Best way to reach you")).toHaveTextContent("Text");
    expect(answer("Text updates")).toHaveTextContent("Yes");
    expect(answer("Your note")).toHaveTextContent("Mind the dog.");
    expect(answer("Reference")).toHaveTextContent("a41f09c2");
    expect(screen.getByRole("img", { name: /warm white lights/ })).toHaveAttribute(
      "src",
      expect.stringContaining("/api/looks/p-warm-wt"),
    );
  });

  it("leaves out what was left blank", async () => {
    await confirm({
      streetAddress: "",
      squareFootage: null,
      storeys: null,
      frontWidthFeet: null,
      preferredStartDate: null,
      comments: "",
      addOns: [],
    });
    expect(answer("Add-ons")).toHaveTextContent("None");
    expect(answer("City")).toHaveTextContent("Portsmouth");
    for (const label of ["House", "Preferred start", "Text updates", "Your note"])
      expect(screen.queryByText(label, { selector: "dt" })).not.toBeInTheDocument();
  });

  it.each([
    ["email", false, "We'll email eleanor@example.com."],
    ["sms", true, "We'll text 603-555-0172 and email eleanor@example.com."],
    ["sms", false, "We'll email eleanor@example.com."],
    ["phone", false, "We'll call 603-555-0172 and email eleanor@example.com."],
  ] as const)(
    "shows by when and how we respond: %s, texts allowed: %s",
    async (communicationPreference, textUpdates, how) => {
      vi.useFakeTimers({ now: new Date("2026-11-19T01:15:10Z"), toFake: ["Date"] });
      await confirm({ communicationPreference, textUpdates, createdAt: "2026-11-19T01:15:00Z" });
      const next = screen.getByText(/^You'll have your quote/);
      expect(next).toHaveTextContent(/by 8:15 PM( Eastern)? tomorrow \(Thu, Nov 19\)\./);
      expect(next).toHaveTextContent(how);
    },
  );

  it("shows the stored estimate and its lines", async () => {
    await confirm({ estimate: anEstimate() });
    expect(screen.getByText(/^Your estimate is about/).parentElement).toHaveTextContent(
      "Your estimate is about $850 to $1,290 We'll confirm it with your quote.",
    );
    expect(screen.getByText("House front over 40 feet")).toBeInTheDocument();
  });

  it("shows no estimate if a visit is needed", async () => {
    await confirm({
      servicePackage: "commercial",
      estimate: anEstimate({ low: null, high: null, lines: [] }),
    });
    expect(screen.queryByText(/^Your estimate/)).not.toBeInTheDocument();
  });

  it("doesn't greet by something that is not a name", async () => {
    const { heading } = await confirm({ fullName: "x".repeat(200) });
    expect(heading).toHaveTextContent(/^Thanks\. We have your request\.$/);
  });
});

describe("when the server refuses", () => {
  it("shows a field's message on the field, and a toast", async () => {
    serverAnswers(() =>
      HttpResponse.json(
        { message: "Phone number is too short", errors: { phone: ["Phone number is too short"] } },
        { status: 400 },
      ),
    );
    const { person } = openForm();
    await fillIn(person);
    await person.click(submit());

    expect(await screen.findByText("Submission Failed")).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText("Phone number")).toHaveFocus());
    expect(screen.getByLabelText("Phone number")).toHaveAccessibleDescription("Phone number is too short");
    expect(screen.getByRole("alert")).toHaveTextContent("One thing needs another look: phone number.");
  });

  it("shows the server's message in the toast and above the form when its database is down", async () => {
    const message = "We don't know whether it was saved. Sending it again is safe.";
    serverAnswers(() => HttpResponse.json({ message }, { status: 503, headers: { "Retry-After": "30" } }));
    const { person } = openForm();
    await fillIn(person);
    await person.click(submit());

    expect(await screen.findByText("Submission Failed")).toBeVisible();
    await waitFor(() => expect(screen.getAllByText(message)).toHaveLength(2));
  });

  it("shows other messages above the form and keeps all input", async () => {
    serverAnswers(() => HttpResponse.json({ message: "We are closed for the night." }, { status: 503 }));
    const { person } = openForm();
    await fillIn(person);
    await person.click(submit());

    expect(await screen.findByText("Submission Failed")).toBeVisible();
    expect(screen.getByRole("alert")).toHaveTextContent("We are closed for the night.");
    await waitFor(() => expect(screen.getByRole("alert")).toHaveFocus());
    expect(screen.getByLabelText("Full name")).toHaveValue("Eleanor Hayes");
    expect(screen.getByRole("radio", { name: /Premium Installation/ })).toBeChecked();
    expect(submit()).not.toHaveAttribute("aria-disabled");
  });
});

describe("the idempotency key", () => {
  it("is kept after a connection error and renewed after success", async () => {
    serverAnswers(() => HttpResponse.error(), taken, taken);
    const { person } = openForm();
    await fillIn(person);
    await person.click(submit());
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "We don't know whether it was saved. Sending it again is safe.",
    );

    await person.click(await screen.findByRole("button", { name: "Request my free quote" }));
    await sendAnother(person);
    await fillIn(person);
    await person.click(submit());
    await waitFor(() => expect(sent).toHaveLength(3));

    expect(sent[0]?.key).toBeTruthy();
    expect(sent[1]?.key).toBe(sent[0]?.key);
    expect(sent[2]?.key).not.toBe(sent[0]?.key);
  });
});

it("a request rejected for a used key gets a new key on retry", async () => {
  serverAnswers(() => HttpResponse.json({ message: "This form was sent already" }, { status: 409 }), taken);
  const { person } = openForm();
  await fillIn(person);
  await person.click(submit());
  expect(await screen.findByRole("alert")).toHaveTextContent("This form was sent already");
  await person.click(await screen.findByRole("button", { name: "Request my free quote" }));
  await screen.findByText("Quote Request Submitted!");
  expect(sent[1]?.key).toBeTruthy();
  expect(sent[1]?.key).not.toBe(sent[0]?.key);
});

describe("a signed-in customer", () => {
  beforeEach(() => serverAnswers(takenFromCustomer));

  const lists = (quotes: object[], orders: object[] = []) =>
    server.use(
      http.get("/api/quotes", () => HttpResponse.json(quotes)),
      http.get("/api/tree-orders", () => HttpResponse.json(orders)),
    );
  const phone = () => screen.getByLabelText("Phone number");

  const home = { id: "a1", label: "Home", street: "41 Marcy Street", city: "Portsmouth", state: "NH" };
  const shop = { id: "a2", label: "Shop", street: "3 Water Street", city: "Rye", state: "NH" };

  it("has name and email filled in without overwriting typed text", async () => {
    signIn(customer);
    const { person } = openForm();
    await person.type(screen.getByLabelText("Full name"), "E");
    await waitFor(() =>
      expect(screen.getByLabelText("Email", { selector: "[name=email]" })).toHaveValue("eleanor@example.com"),
    );
    expect((screen.getByLabelText("Full name") as HTMLInputElement).value).toContain("E");
  });

  it("has the phone number of the last request filled in", async () => {
    signIn(customer);
    lists([aQuote({ phone: "603-555-0199" })]);
    openForm();
    await waitFor(() => expect(phone()).toHaveValue("603-555-0199"));
  });

  it("has the phone number of the last tree order filled in if there is no request", async () => {
    signIn(customer);
    lists([], [aTreeOrder({ customerPhone: "603-555-0188" })]);
    openForm();
    await waitFor(() => expect(phone()).toHaveValue("603-555-0188"));
  });

  it("keeps a phone number that was typed", async () => {
    signIn(customer);
    let asked = false;
    server.use(
      http.get("/api/quotes", () => {
        asked = true;
        return HttpResponse.json([aQuote({ phone: "603-555-0199" })]);
      }),
    );
    writeDraft("quote", { phone: "207" });
    openForm();
    await waitFor(() => expect(screen.getByLabelText("Full name")).toHaveValue("Eleanor Hayes"));
    await waitFor(() => expect(asked).toBe(true));
    await act(() => delay(50));
    expect(phone()).toHaveValue("207");
  });

  it("has the default saved address selected", async () => {
    signIn(customer, [home, { ...shop, isDefault: true }]);
    const { person, router } = openForm();
    expect(await screen.findByRole("combobox", { name: "Saved address" })).toHaveValue("a2");
    expect(screen.getByText("City: Rye")).toBeVisible();
    await person.type(phone(), "603-555-0172");
    await person.click(screen.getByRole("radio", { name: /Premium Installation/ }));
    await person.click(submit());
    await waitFor(() => expect(router.state.location.pathname).toBe("/my-services"));
    expect(sent[0]?.body).toMatchObject({ addressId: "a2", city: "Rye" });
  });

  /** Sign in with a saved address that arrives only after `arrive` is called. */
  function savedAddressArrivesLate() {
    const { held: arrived, release: arrive } = hold();
    signIn(customer);
    server.use(
      http.get("/api/addresses", async () => {
        await arrived;
        return HttpResponse.json([{ ...home, isDefault: true }]);
      }),
    );
    return arrive;
  }

  it("keeps an address that is being typed when the saved ones arrive", async () => {
    const arrive = savedAddressArrivesLate();
    const { person } = openForm();
    await person.type(screen.getByLabelText(/Street address/), "9 Elm");
    arrive();
    expect(await screen.findByRole("radio", { name: "Saved address" })).not.toBeChecked();
    await person.keyboard(" Street");
    expect(screen.getByLabelText(/Street address/)).toHaveValue("9 Elm Street");
  });

  it.each([/Street address/, /Full name/])(
    "keeps a typed street with the focus in %s when the saved ones arrive",
    async (label) => {
      const arrive = savedAddressArrivesLate();
      const { person } = openForm();
      await person.type(screen.getByLabelText(/Street address/), "9 Elm");
      await person.click(screen.getByLabelText(label));
      arrive();
      expect(await screen.findByRole("radio", { name: "Saved address" })).not.toBeChecked();
      expect(screen.getByLabelText(/Street address/)).toHaveValue("9 Elm");
    },
  );

  it("keeps the city field while it has the focus when the saved addresses arrive", async () => {
    const arrive = savedAddressArrivesLate();
    openForm();
    act(() => screen.getByLabelText("City").focus());
    arrive();
    expect(await screen.findByRole("radio", { name: "Saved address" })).not.toBeChecked();
    expect(screen.getByLabelText("City")).toHaveFocus();
  });

  it("sees no error on a saved address that arrives after submitting", async () => {
    const arrive = savedAddressArrivesLate();
    const { person } = openForm();
    await person.click(submit());
    expect(await screen.findByText("City is required")).toBeVisible();
    arrive();
    const select = await screen.findByRole("combobox", { name: "Saved address" });
    expect(select).toHaveAccessibleDescription("City: Portsmouth");
    expect(screen.queryByText("City is required")).not.toBeInTheDocument();
  });

  it("gets the city of a chosen saved address", async () => {
    signIn(customer, [home, shop]);
    const { person, router } = openForm();
    await person.click(await screen.findByRole("radio", { name: "Saved address" }));
    await person.selectOptions(screen.getByRole("combobox", { name: "Saved address" }), "a2");
    expect(screen.getByText("City: Rye")).toBeVisible();
    await person.type(screen.getByLabelText("Phone number"), "603-555-0172");
    await person.click(screen.getByRole("radio", { name: /Premium Installation/ }));
    await person.click(submit());

    await waitFor(() => expect(router.state.location.pathname).toBe("/my-services"));
    expect(sent[0]?.body).toMatchObject({ addressId: "a2", city: "Rye", fullName: "Eleanor Hayes" });
  });

  it("does not send a typed street after choosing a saved address", async () => {
    signIn(customer, [home]);
    const { person } = openForm();
    const choice = await screen.findByRole("radio", { name: "Saved address" });
    await person.type(screen.getByLabelText(/Street address/), "9 Elm Street");
    await person.click(choice);
    await person.selectOptions(screen.getByRole("combobox", { name: "Saved address" }), "a1");
    await person.type(screen.getByLabelText("Phone number"), "603-555-0172");
    await person.click(screen.getByRole("radio", { name: /Premium Installation/ }));
    await person.click(submit());
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toMatchObject({ addressId: "a1" });
    expect(sent[0]?.body).not.toHaveProperty("streetAddress");
  });

  it("has an empty city after switching back to a new address", async () => {
    signIn(customer, [home]);
    const { person } = openForm();
    await person.click(await screen.findByRole("radio", { name: "Saved address" }));
    await person.selectOptions(screen.getByRole("combobox", { name: "Saved address" }), "a1");
    await person.click(screen.getByRole("radio", { name: "New address" }));
    expect(screen.getByLabelText("City")).toHaveValue("");
  });

  it("sees an error when no address was chosen", async () => {
    signIn(customer, [home]);
    const { person } = openForm();
    await person.click(await screen.findByRole("radio", { name: "Saved address" }));
    await person.click(submit());
    const select = screen.getByRole("combobox", { name: "Saved address" });
    await waitFor(() => expect(select).toHaveAccessibleDescription("Choose an address"));
  });
});

it("a visitor whose request gets a 401 stays on the page", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "clearTimeout"] });
  try {
    serverAnswers(() => HttpResponse.json({ message: "Unauthorized" }, { status: 401 }));
    const { person } = openForm();
    await fillIn(person);
    await person.click(submit());
    expect(await screen.findByRole("alert")).toHaveTextContent("Unauthorized");
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(loadPage).not.toHaveBeenCalled();
  } finally {
    vi.useRealTimers();
  }
});

it("a visitor is not offered saved addresses", () => {
  openForm();
  expect(screen.queryByRole("radio", { name: "Saved address" })).not.toBeInTheDocument();
});
