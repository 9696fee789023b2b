import { act, screen, waitFor } from "@testing-library/react";
import { delay, HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { loadPage } from "~/lib/load-page";
import { renderAt } from "~/test/render";
import { customer, server, signIn } from "~/test/server";
import { QuoteForm } from "./components/quote-form";
import { setQuoteLook } from "./quote-look";

vi.mock("~/lib/load-page");

interface Sent {
  key: string | null;
  body: Record<string, unknown>;
}

let sent: Sent[];

/** Answers POST /api/quotes with each answer in turn, the last one for ever. */
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

const taken = () => HttpResponse.json({ id: "1" }, { status: 201 });
const submit = () => screen.getByRole("button", { name: "Request my free quote" });

function openForm(onSent?: () => void) {
  return renderAt("/quote", <QuoteForm {...(onSent ? { onSent } : {})} />);
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
});

describe("a visitor who fills in the form", () => {
  it("sees a confirmation and an empty form after sending", async () => {
    const onSent = vi.fn();
    const { person } = openForm(onSent);
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
    expect(onSent).toHaveBeenCalledOnce();
    expect(screen.getByLabelText("Full name")).toHaveValue("");
    expect(screen.getByRole("radio", { name: /Premium Installation/ })).not.toBeChecked();
    expect(screen.getByRole("checkbox", { name: /Wreaths & Garland/ })).not.toBeChecked();
    expect(screen.getByRole("radio", { name: "Email" })).toBeChecked();
  });

  it("cannot submit twice while the request is pending", async () => {
    serverAnswers(async () => {
      await delay(200);
      return taken();
    });
    const { person } = openForm();
    await fillIn(person);
    await person.dblClick(submit());
    const pending = await screen.findByRole("button", { name: "Sending your request..." });
    expect(pending).toHaveAttribute("aria-disabled", "true");
    expect(pending).toHaveFocus();
    await screen.findByText("Quote Request Submitted!");
    await waitFor(() => expect(submit()).toHaveFocus());
    expect(sent).toHaveLength(1);
  });

  it("sends the look shown on the house", async () => {
    const { person } = openForm();
    act(() => setQuoteLook({ servicePackage: "basic", addOns: ["timers", "rgb"], bulbs: "multi" }));
    expect(screen.getByRole("radio", { name: /Basic Installation/ })).toBeChecked();
    expect(screen.getByRole("checkbox", { name: /Smart Timers/ })).toBeChecked();
    await fillIn(person);
    await person.click(screen.getByRole("radio", { name: /Basic Installation/ }));
    await person.click(submit());
    await screen.findByText("Quote Request Submitted!");
    expect(sent[0]?.body).toMatchObject({
      servicePackage: "basic",
      addOns: ["timers", "rgb"],
      comments: "Bulbs: multicolor",
    });
  });
});

describe("when the server refuses", () => {
  it("shows a field's message at the field, and a toast", async () => {
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

    await person.click(submit());
    await screen.findByText("Quote Request Submitted!");
    await fillIn(person);
    await person.click(submit());
    await waitFor(() => expect(sent).toHaveLength(3));

    expect(sent[0]?.key).toBeTruthy();
    expect(sent[1]?.key).toBe(sent[0]?.key);
    expect(sent[2]?.key).not.toBe(sent[0]?.key);
  });
});

it("a request refused for a used key gets a new key on the next try", async () => {
  serverAnswers(() => HttpResponse.json({ message: "This form was sent already" }, { status: 409 }), taken);
  const { person } = openForm();
  await fillIn(person);
  await person.click(submit());
  expect(await screen.findByRole("alert")).toHaveTextContent("This form was sent already");
  await person.click(submit());
  await screen.findByText("Quote Request Submitted!");
  expect(sent[1]?.key).toBeTruthy();
  expect(sent[1]?.key).not.toBe(sent[0]?.key);
});

describe("a signed-in customer", () => {
  const home = { id: "a1", label: "Home", street: "41 Marcy Street", city: "Portsmouth", state: "NH" };
  const shop = { id: "a2", label: "Shop", street: "3 Water Street", city: "Rye", state: "NH" };

  it("has name and e-mail filled in without overwriting typed text", async () => {
    signIn(customer);
    const { person } = openForm();
    await person.type(screen.getByLabelText("Full name"), "E");
    await waitFor(() =>
      expect(screen.getByLabelText("Email", { selector: "[name=email]" })).toHaveValue("eleanor@example.com"),
    );
    expect((screen.getByLabelText("Full name") as HTMLInputElement).value).toContain("E");
  });

  it("fills in the city by choosing a saved address", async () => {
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
    await waitFor(() => expect(select).toHaveAccessibleDescription("City is required"));
  });
});

it("a visitor whose request is refused as unauthorized stays on the page", async () => {
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
