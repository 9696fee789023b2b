import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { delay, HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import type { Address, WhatsNextItem } from "~/api/types";
import { outline } from "~/test/outline";
import { renderAt } from "~/test/render";
import { anAddress, aWhatsNextItem } from "~/test/rows";
import { customer, server, signIn } from "~/test/server";
import { ContactChoiceCard } from "./components/contact-choice";
import MyAddresses from "./components/my-addresses";
import { WhatsNext } from "./components/whats-next";
import { YourDetails } from "./components/your-details";
import MyServicesPage from "./pages/my-services-page";
import { openMyServices } from "./test-page";

// Tuesday, November 24, 2026, 9:00 AM in New Hampshire.
beforeEach(() => void vi.useFakeTimers({ now: new Date("2026-11-24T14:00:00Z"), toFake: ["Date"] }));

const plain = (element: Element) => outline(element).replaceAll(" Eastern", "").replaceAll(/x{9,}/g, "xxx…");
const main = () => plain(screen.getByRole("main"));
const inMain = (element: React.ReactNode) => renderAt("/page", <main>{element}</main>);
const refusal = (errors: Record<string, string[]>) =>
  HttpResponse.json({ message: "Please check your answers.", errors }, { status: 400 });

/** Type into the fields with these names, at once. */
function fillIn(form: HTMLElement, values: Record<string, string>) {
  for (const [name, value] of Object.entries(values))
    fireEvent.change(form.querySelector(`[name="${name}"]`) as Element, { target: { value } });
}

const addresses: Partial<Address>[] = [
  { isDefault: true, status: "subscribed" },
  { id: "a2", label: "Home", street: "41 Marcy Street", city: "Portsmouth", zipCode: "03801" },
  { id: "a3", label: "", status: "inactive", state: "ME" },
  { id: "a4", label: "Barn", street: "7 Mill Lane", status: "items_in_storage" },
];
const openAddresses = (rows = addresses) => {
  signIn(customer, rows.map(anAddress));
  return inMain(<MyAddresses />);
};

it("the saved addresses of a customer", async () => {
  const { person } = openAddresses();
  expect(main()).toMatchSnapshot("loading");
  await screen.findAllByRole("article");
  expect(main()).toMatchSnapshot("loaded");
  server.use(http.patch("/api/addresses/:id", () => delay("infinite")));
  const button = screen.getByRole("button", { name: "Make default: Home" });
  await person.click(button);
  expect(plain(button.parentElement as Element)).toMatchSnapshot("one becoming the default");
});

it("no addresses, and addresses that failed to load", async () => {
  const { unmount } = openAddresses([]);
  await screen.findByText("No addresses saved");
  expect(main()).toMatchSnapshot("none");
  unmount();
  server.use(http.get("/api/addresses", () => new HttpResponse(null, { status: 500 })));
  inMain(<MyAddresses />);
  await screen.findByRole("alert");
  expect(main()).toMatchSnapshot("failed");
});

it("the form for an address", async () => {
  const { person } = openAddresses();
  await person.click(await screen.findByRole("button", { name: "Add address" }));
  const dialog = await screen.findByRole("dialog");
  const save = within(dialog).getByRole("button", { name: "Save address" });
  expect(plain(dialog)).toMatchSnapshot("a new address");
  await person.clear(within(dialog).getByLabelText("State"));
  await person.click(save);
  await within(dialog).findByText("City is required");
  await waitFor(() => expect(within(dialog).getByLabelText("Street address")).toHaveFocus());
  expect(plain(dialog)).toMatchSnapshot("without answers");
  const lengths = { label: 100, street: 255, city: 100 };
  const long = (more: number) =>
    Object.fromEntries(Object.entries(lengths).map(([name, length]) => [name, "x".repeat(length + more)]));
  fillIn(dialog, { ...long(1), state: "N", zipCode: "0380" });
  expect(await within(dialog).findAllByText(/^String must contain at most/)).toHaveLength(3);
  expect(plain(dialog)).toMatchSnapshot("one too many");
  fillIn(dialog, { ...long(0), state: "nh", zipCode: "03801-1234" });
  await waitFor(() => expect(plain(dialog)).not.toContain("invalid=true"));
  const fields = ["label", "street", "city", "state", "zipCode"];
  server.use(
    http.post("/api/addresses", () =>
      refusal(Object.fromEntries(fields.map((field) => [field, [`The server refused ${field}.`]]))),
    ),
  );
  await person.click(save);
  await within(dialog).findByText("The server refused city.");
  await waitFor(() => expect(within(dialog).getByLabelText(/^Name/)).toHaveFocus());
  expect(plain(dialog)).toMatchSnapshot("refused");
  server.use(
    http.post("/api/addresses", () => HttpResponse.json({ message: "Too many addresses." }, { status: 409 })),
  );
  await person.click(save);
  await waitFor(() => expect(within(dialog).getByRole("alert")).toHaveFocus());
  expect(plain(within(dialog).getByRole("alert"))).toBe("Too many addresses.");
  server.use(http.post("/api/addresses", () => delay("infinite")));
  await person.click(save);
  expect(plain(dialog).split("\n").slice(-2)).toMatchSnapshot("being saved");
});

it("the form and the question for a saved address", async () => {
  const { person } = openAddresses();
  await person.click(await screen.findByRole("button", { name: "Edit: Home" }));
  expect(plain(await screen.findByRole("dialog"))).toMatchSnapshot("changing it");
  await person.keyboard("{Escape}");
  await person.click(screen.getByRole("button", { name: "Delete: Home" }));
  const question = await screen.findByRole("alertdialog");
  expect(plain(question)).toMatchSnapshot("deleting it");
  server.use(http.delete("/api/addresses/:id", () => delay("infinite")));
  await person.click(within(question).getByRole("button", { name: "Delete address" }));
  expect(plain(question).split("\n").slice(-2)).toMatchSnapshot("being deleted");
});

it("the details of a customer and the form for their name", async () => {
  const { unmount } = inMain(<YourDetails user={{ ...customer, firstName: "", lastName: "" }} />);
  expect(main()).toMatchSnapshot("without a name");
  unmount();
  const { person } = inMain(<YourDetails user={{ ...customer, email: "nell@example.com" }} />);
  expect(main()).toMatchSnapshot("with a name");
  await person.click(screen.getByRole("button", { name: "Edit name" }));
  await waitFor(() => expect(screen.getByLabelText("First name")).toHaveFocus());
  expect(main()).toMatchSnapshot("form");
  const save = screen.getByRole("button", { name: "Save name" });
  const form = screen.getByRole("main");
  fillIn(form, { firstName: "x".repeat(101), lastName: "x".repeat(101) });
  await person.click(save);
  await screen.findAllByText(/^String must contain/);
  await waitFor(() => expect(screen.getByLabelText("First name")).toHaveFocus());
  expect(main()).toMatchSnapshot("one too many");
  fillIn(form, { firstName: "x".repeat(100), lastName: "x".repeat(100) });
  await waitFor(() => expect(main()).not.toContain("invalid=true"));
  server.use(
    http.patch("/api/auth/user", () =>
      refusal({ firstName: ["The server refused it."], lastName: ["The server refused this too."] }),
    ),
  );
  await person.click(save);
  await screen.findByText("The server refused this too.");
  await waitFor(() => expect(screen.getByLabelText("First name")).toHaveFocus());
  expect(main()).toMatchSnapshot("refused");
  server.use(http.patch("/api/auth/user", () => delay("infinite")));
  fillIn(form, { firstName: "", lastName: "" });
  await person.click(save);
  expect(main()).toMatchSnapshot("an empty name being saved");
});

const choice = { channel: null, number: "603-555-0199", textUpdates: false };
const openChoice = (answer: () => Response | Promise<Response>) => {
  signIn(customer);
  server.use(http.get("/api/contact-choice", answer));
  return inMain(<ContactChoiceCard />);
};

it("how we reach a customer", async () => {
  const loading = openChoice(() => delay("infinite").then(() => HttpResponse.json(choice)));
  expect(main()).toMatchSnapshot("loading");
  loading.unmount();
  const failed = openChoice(() => new HttpResponse(null, { status: 500 }));
  await screen.findByRole("alert");
  expect(main()).toMatchSnapshot("failed");
  failed.unmount();
  const { person } = openChoice(() => HttpResponse.json(choice));
  await waitFor(() => expect(screen.getByLabelText(/Mobile number/)).toHaveValue("603-555-0199"));
  expect(main()).toMatchSnapshot("never chosen, with the number of the last request");
  await person.click(screen.getByRole("radio", { name: "Text" }));
  expect(main()).toMatchSnapshot("texts without consent");
  await person.click(screen.getByRole("checkbox"));
  const fields = ["channel", "number"];
  server.use(
    http.put("/api/contact-choice", () =>
      refusal(Object.fromEntries(fields.map((field) => [field, [`The server refused ${field}.`]]))),
    ),
  );
  await person.click(screen.getByRole("button", { name: "Save contact settings" }));
  await screen.findByText("The server refused number.");
  expect(main()).toMatchSnapshot("refused");
  fillIn(screen.getByRole("main"), { number: "x".repeat(41) });
  await screen.findByText("String must contain at most 40 character(s)");
  fillIn(screen.getByRole("main"), { number: "603-555-0111" });
  server.use(http.put("/api/contact-choice", () => delay("infinite")));
  await person.click(screen.getByRole("button", { name: "Save contact settings" }));
  await screen.findByText("Saving...");
  expect(main()).toMatchSnapshot("being saved");
});

it.each([
  ["calls", { channel: "phone", number: "603-555-0111", textUpdates: true }],
  ["emails, without a number", { channel: "email", number: "", textUpdates: false }],
])("how we reach a customer who has chosen %s", async (_, chosen) => {
  openChoice(() => HttpResponse.json(chosen));
  await screen.findByLabelText(/Mobile number/);
  expect(main()).toMatchSnapshot();
});

const storage = { place: "", amount: "15.00", detail: "consumer" } as const;
const items: Partial<WhatsNextItem>[] = [
  {},
  { kind: "deposit", amount: "318.75", detail: "INV-2026-00007" },
  { kind: "invoice", amount: "963.37", detail: "INV-2026-00007", day: "2026-11-20" },
  { kind: "quote_price", waitsForYou: false, at: "2026-11-24T13:59:00Z" },
  { kind: "tree", waitsForYou: false, detail: "quality_7_8ft", day: "2026-11-25" },
  { kind: "visit", waitsForYou: false, detail: "installation", at: "2026-11-28T14:00:00Z" },
  { kind: "storage_unpaid", ...storage },
  { kind: "storage_end", ...storage, waitsForYou: false, day: "2026-11-24" },
];

it("what is next for a customer", async () => {
  server.use(http.get("/api/whats-next", () => delay("infinite")));
  const loading = inMain(<WhatsNext />);
  expect(main()).toMatchSnapshot("loading");
  loading.unmount();
  server.use(http.get("/api/whats-next", () => new HttpResponse(null, { status: 500 })));
  const failed = inMain(<WhatsNext />);
  await screen.findByText("We couldn't load what's next for you.");
  expect(main()).toMatchSnapshot("failed");
  failed.unmount();
  const rows = items.map((item, n) => aWhatsNextItem({ subjectId: `x${n}`, ...item }));
  server.use(http.get("/api/whats-next", () => HttpResponse.json(rows)));
  inMain(<WhatsNext />);
  await screen.findByRole("region", { name: "What's next" });
  expect(main()).toMatchSnapshot("loaded");
});

it("My Services", async () => {
  const { container } = openMyServices({ next: [aWhatsNextItem()] }, "?tab=services");
  expect(plain(container)).toMatchSnapshot("loading");
  await screen.findByText("No Scheduled Services");
  await screen.findByRole("region", { name: "What's next" });
  await screen.findByRole("button", { name: "Download or erase" });
  expect(
    plain(screen.getByRole("heading", { level: 1 }).parentElement?.parentElement as Element),
  ).toMatchSnapshot("top");
  expect(plain(screen.getByRole("tablist"))).toMatchSnapshot("tabs");
  expect(plain(screen.getByRole("tabpanel"))).toMatchSnapshot("panel");
  expect(plain(screen.getByRole("region", { name: "Your data" }))).toMatchSnapshot("data");
  const parts = screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
  expect(parts.slice(-3)).toEqual(["Your details", "How we reach you", "Your data"]);
});

it("My Services when the session fails to load", async () => {
  signIn(customer);
  server.use(http.get("/api/auth/user", () => new HttpResponse(null, { status: 500 })));
  inMain(<MyServicesPage />);
  await screen.findByText("We couldn't load My Services");
  expect(main()).toMatchSnapshot();
});
