import { act, screen, waitFor, within } from "@testing-library/react";
import { delay, HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { renderAt } from "~/test/render";
import { anEstimate, aQuote } from "~/test/rows";
import { server } from "~/test/server";
import { QuoteForm } from "./components/quote-form";
import { forgetHouse, tapHouse } from "./estimate/house";

let asked: Record<string, unknown>[];
let sent: Record<string, unknown>[];

beforeEach(() => {
  asked = [];
  sent = [];
  forgetHouse();
  server.use(
    http.post("/api/estimate", async ({ request }) => {
      asked.push((await request.json()) as Record<string, unknown>);
      return HttpResponse.json(anEstimate());
    }),
    http.post("/api/quotes", async ({ request }) => {
      sent.push((await request.json()) as Record<string, unknown>);
      return HttpResponse.json(aQuote({ userId: null }), { status: 201 });
    }),
  );
});

function openForm() {
  const { person, unmount } = renderAt("/quote", <QuoteForm heading="h2" scrollTo="page" />);
  const tap = (name: string | RegExp) => person.click(screen.getByRole("radio", { name }));
  return { person, unmount, tap, estimate: () => within(screen.getByRole("region", { name: "Estimate" })) };
}

async function fillIn(person: ReturnType<typeof openForm>["person"]) {
  await person.type(screen.getByLabelText("Full name"), "Eleanor Hayes");
  await person.type(screen.getByLabelText("Phone number"), "603-555-0172");
  await person.type(screen.getByLabelText("Email", { selector: "[name=email]" }), "eleanor@example.com");
  await person.selectOptions(screen.getByLabelText("City"), "Portsmouth");
  await person.click(screen.getByRole("radio", { name: /Premium Installation/ }));
}

const submit = () => screen.getByRole("button", { name: "Request my free quote" });

describe("stories and front width", () => {
  it("are sent, and are part of the estimate", async () => {
    const { person, tap, estimate } = openForm();
    expect(estimate().getByText("Choose a package to see what it's likely to cost.")).toBeVisible();
    await fillIn(person);
    await tap("2");
    await tap(/4 cars/);
    expect(await estimate().findByText("$850 to $1,290")).toBeVisible();
    await waitFor(() =>
      expect(asked.at(-1)).toEqual({ servicePackage: "premium", addOns: [], storeys: 2, frontWidthFeet: 60 }),
    );
    await person.click(submit());
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ storeys: 2, frontWidthFeet: 60 });
    expect(sent[0]).not.toHaveProperty("estimate");
    const confirmation = within(await screen.findByRole("region", { name: /We have your request/ }));
    expect(confirmation.getByText("Your estimate is about")).toBeVisible();
    expect(confirmation.getByText("$854 to $1,294")).toBeInTheDocument();
  });

  it("can be cleared, with the focus on the first choice", async () => {
    const { person, tap } = openForm();
    await fillIn(person);
    await tap("3");
    await tap(/2 cars/);
    await person.click(screen.getByRole("button", { name: "Clear stories and width" }));
    expect(screen.getByRole("radio", { name: "1" })).toHaveFocus();
    expect(screen.queryByRole("button", { name: "Clear stories and width" })).not.toBeInTheDocument();
    await person.click(submit());
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).not.toHaveProperty("storeys");
    expect(sent[0]).not.toHaveProperty("frontWidthFeet");
  });

  it("are copied from the landing page's panel, before and after the form opens", () => {
    tapHouse({ storeys: 2 });
    openForm();
    expect(screen.getByRole("radio", { name: "2" })).toBeChecked();
    act(() => tapHouse({ frontWidthFeet: 45 }));
    expect(screen.getByRole("radio", { name: "2" })).toBeChecked();
    expect(screen.getByRole("radio", { name: /3 cars/ })).toBeChecked();
    act(() => tapHouse({ storeys: null, frontWidthFeet: null }));
    expect(screen.getByRole("radio", { name: "2" })).not.toBeChecked();
  });

  it("chosen on the panel are cleared after sending", async () => {
    tapHouse({ storeys: 2 });
    const { person } = openForm();
    await fillIn(person);
    await person.click(submit());
    await person.click(await screen.findByRole("button", { name: "Send another" }));
    expect(await screen.findByRole("radio", { name: "2" })).not.toBeChecked();
  });

  it("are kept in the draft", async () => {
    const { tap, unmount } = openForm();
    await tap("3");
    await tap(/2 cars/);
    unmount();
    openForm();
    await waitFor(() => expect(screen.getByRole("radio", { name: "3" })).toBeChecked());
    expect(screen.getByRole("radio", { name: /2 cars/ })).toBeChecked();
  });
});

it("typed square feet are estimated once, after a pause", async () => {
  const { person, tap } = openForm();
  await tap(/Basic Installation/);
  await person.type(screen.getByLabelText(/square footage/i), "2,400");
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ squareFootage: 2400 }));
  expect(asked.filter((choice) => "squareFootage" in choice)).toHaveLength(1);
});

it.each([
  ["0", { squareFootage: 0 }],
  ["10,000,000", { squareFootage: 10_000_000 }],
  ["10,000,001", {}],
  ["-1", {}],
])("square feet within the limits are estimated: %s", async (typed, size) => {
  const { person, tap } = openForm();
  await person.type(screen.getByLabelText(/square footage/i), typed);
  await person.tab();
  await tap(/Basic Installation/);
  await waitFor(() => expect(asked.at(-1)).toEqual({ servicePackage: "basic", addOns: [], ...size }));
});

it("invalid square feet are left out of the estimate", async () => {
  const { person, tap } = openForm();
  await person.type(screen.getByLabelText(/square footage/i), "many");
  await tap(/Basic Installation/);
  await waitFor(() => expect(asked).toEqual([{ servicePackage: "basic", addOns: [] }]));
});

it.each([
  ["never responds", () => delay("infinite").then(() => HttpResponse.error())],
  ["fails", () => HttpResponse.json({ message: "Something went wrong" }, { status: 500 })],
  ["is unreachable", () => HttpResponse.error()],
])("a request can be sent while the estimate %s", async (_, respond) => {
  server.use(http.post("/api/estimate", respond));
  const { person, tap, estimate } = openForm();
  await fillIn(person);
  await tap("1");
  expect(estimate().getByText("$599")).toBeVisible();
  await person.click(submit());
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ storeys: 1 });
});
