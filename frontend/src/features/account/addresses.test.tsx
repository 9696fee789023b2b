import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { factsOf } from "~/test/facts";
import { anAddress } from "~/test/rows";
import { customer, server, signIn } from "~/test/server";
import { card, openMyServices } from "./test-page";

const shop = anAddress();
const home = anAddress({
  id: "a2",
  label: "Home",
  street: "41 Marcy Street",
  city: "Portsmouth",
  isDefault: true,
  status: "items_in_storage",
});

let sent: { method: string; path: string; body: unknown }[];

/** Mock the mutations of addresses; return the requests. */
function takeChanges(answer: () => Response = () => HttpResponse.json(shop)) {
  const remember = async ({ request }: { request: Request }) => {
    const text = await request.text();
    sent.push({
      method: request.method,
      path: new URL(request.url).pathname,
      body: text && JSON.parse(text),
    });
    return answer();
  };
  server.use(
    http.post("/api/addresses", remember),
    http.patch("/api/addresses/:id", remember),
    http.delete("/api/addresses/:id", remember),
  );
}

function openAddresses() {
  const page = openMyServices({ addresses: [shop, home] }, "?tab=addresses");
  takeChanges();
  return page;
}

const refusal = (message: string) => () => HttpResponse.json({ message }, { status: 409 });

beforeEach(() => {
  sent = [];
});

it("shows badges for the default address and for storage", async () => {
  openAddresses();
  const atHome = await card("Home");
  expect(atHome.getByText("41 Marcy Street, Portsmouth, NH 03820")).toBeVisible();
  expect(atHome.getByText("Default")).toBeVisible();
  expect(atHome.queryByRole("button", { name: /^Make default/ })).not.toBeInTheDocument();
  expect(atHome.getByText("Items in Storage")).toBeVisible();
  expect(atHome.queryByRole("link", { name: /Subscribe to Storage/ })).not.toBeInTheDocument();
  expect((await card("Shop")).getByRole("link", { name: "Subscribe to Storage: Shop" })).toHaveAttribute(
    "href",
    expect.stringMatching(/^\/subscribe\?address=./),
  );
});

it("uses the street of an address without a label, also in messages", async () => {
  const { person } = openMyServices(
    { addresses: [anAddress({ label: "", status: "inactive" })] },
    "?tab=addresses",
  );
  takeChanges(refusal("This address was deleted"));
  const place = await card("12 Central Avenue");
  expect(place.getByText("Dover, NH 03820")).toBeVisible();
  expect(place.getByText("Inactive")).toBeVisible();
  expect(place.queryByText("Default")).not.toBeInTheDocument();
  expect(place.queryByRole("link", { name: /Subscribe/ })).not.toBeInTheDocument();
  await person.click(place.getByRole("button", { name: "Make default: 12 Central Avenue" }));
  expect(await screen.findByText("Couldn't change your default address")).toBeVisible();
  expect(screen.getByText("This address was deleted")).toBeVisible();
  takeChanges();
  await person.click(place.getByRole("button", { name: "Make default: 12 Central Avenue" }));
  expect(await screen.findByText("12 Central Avenue is now your default address.")).toBeVisible();
  await person.click(place.getByRole("button", { name: "Delete: 12 Central Avenue" }));
  expect(screen.getByRole("alertdialog")).toHaveAccessibleDescription(
    "12 Central Avenue, Dover. Your existing quotes and invoices won't change.",
  );
});

describe("adding an address", () => {
  async function openForm() {
    const page = openAddresses();
    await page.person.click(await screen.findByRole("button", { name: "Add address" }));
    return { ...page, form: within(await screen.findByRole("dialog", { name: "Add an address" })) };
  }

  it("is offered next to a single address", async () => {
    openMyServices({ addresses: [home] }, "?tab=addresses");
    await card("Home");
    expect(screen.getByRole("button", { name: "Add address" })).toBeVisible();
  });

  it("has the same rules as a tree order's address", async () => {
    const { person, form } = await openForm();
    await person.clear(form.getByLabelText("State"));
    await person.type(form.getByLabelText("ZIP"), "123");
    await person.click(form.getByRole("button", { name: "Save address" }));
    expect(await form.findByText("Please provide a street address")).toBeVisible();
    expect(form.getByText("City is required")).toBeVisible();
    expect(form.getByText("State must be 2 characters (e.g., NH)")).toBeVisible();
    expect(form.getByText("Invalid ZIP code format")).toBeVisible();
    await waitFor(() => expect(form.getByLabelText("Street address")).toHaveFocus());
    expect(sent).toEqual([]);
  });

  it("saves the address and closes the dialog", async () => {
    const { person, form } = await openForm();
    await person.type(form.getByLabelText("Street address"), "9 Bow Street");
    await person.type(form.getByLabelText("City"), "Exeter");
    await person.type(form.getByLabelText("ZIP"), "03833");
    await person.click(form.getByRole("button", { name: "Save address" }));
    expect(await screen.findByText("Address added")).toBeVisible();
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(sent).toEqual([
      {
        method: "POST",
        path: "/api/addresses",
        body: { label: "", street: "9 Bow Street", city: "Exeter", state: "NH", zipCode: "03833" },
      },
    ]);
  });

  it("sends a corrected address with a new key", async () => {
    const { person, form } = await openForm();
    const keys: (string | null)[] = [];
    server.use(
      http.post("/api/addresses", ({ request }) => {
        keys.push(request.headers.get("Idempotency-Key"));
        if (keys.length > 1) return HttpResponse.json(shop, { status: 201 });
        const message = "We don't know this street";
        return HttpResponse.json({ message, errors: { street: [message] } }, { status: 400 });
      }),
    );
    await person.type(form.getByLabelText("Street address"), "9 Bow");
    await person.type(form.getByLabelText("City"), "Exeter");
    await person.type(form.getByLabelText("ZIP"), "03833");
    await person.click(form.getByRole("button", { name: "Save address" }));
    expect(await form.findByText("We don't know this street")).toBeVisible();
    await person.type(form.getByLabelText("Street address"), " Street");
    await person.click(form.getByRole("button", { name: "Save address" }));
    expect(await screen.findByText("Address added")).toBeVisible();
    expect(keys[1]).toMatch(/^.{8,128}$/);
    expect(keys[1]).not.toBe(keys[0]);
  });

  it("is retried with the same key after a lost response, even after a reload", async () => {
    const { person, form, unmount } = await openForm();
    const saved = new Map<string | null, unknown>();
    let lost = 0;
    server.use(
      http.post("/api/addresses", async ({ request }) => {
        const key = request.headers.get("Idempotency-Key");
        // The server stores the address under its key, but its response is lost twice.
        if (!saved.has(key)) saved.set(key, await request.json());
        lost += 1;
        return lost > 2 ? HttpResponse.json(shop, { status: 201 }) : HttpResponse.error();
      }),
    );
    await person.type(form.getByLabelText("Street address"), "9 Bow Street");
    await person.type(form.getByLabelText("City"), "Exeter");
    await person.type(form.getByLabelText("ZIP"), "03833");
    await person.click(form.getByRole("button", { name: "Save address" }));
    expect(await screen.findByText("Couldn't save the address")).toBeVisible();
    await person.click(form.getByRole("button", { name: "Save address" }));
    await waitFor(() => expect(lost).toBe(2));
    unmount();

    const again = openMyServices({ addresses: [shop, home] }, "?tab=addresses");
    const reopened = within(await screen.findByRole("dialog", { name: "Add an address" }));
    await again.person.click(reopened.getByRole("button", { name: "Save address" }));
    expect(await screen.findByText("Address added")).toBeVisible();
    expect(saved.size).toBe(1);
    expect(sessionStorage).toHaveLength(0);
  });

  it("keeps a draft across a reload, and deletes it when canceled", async () => {
    const { person, form, unmount } = await openForm();
    await person.type(form.getByLabelText("City"), "Exeter");
    unmount();

    const again = openMyServices({ addresses: [shop, home] }, "?tab=addresses");
    const reopened = within(await screen.findByRole("dialog", { name: "Add an address" }));
    expect(reopened.getByLabelText("City")).toHaveValue("Exeter");
    for (const leave of ["Cancel", "Close"]) {
      await again.person.click(screen.getByRole("button", { name: leave }));
      expect(sessionStorage).toHaveLength(0);
      await again.person.click(await screen.findByRole("button", { name: "Add address" }));
      expect(screen.getByLabelText("City")).toHaveValue("");
      await again.person.type(screen.getByLabelText("City"), "Dover");
    }
  });
});

describe("changing an address", () => {
  it("starts with the saved values", async () => {
    const { person } = openAddresses();
    await person.click((await card("Shop")).getByRole("button", { name: "Edit: Shop" }));
    const form = within(await screen.findByRole("dialog", { name: "Edit address" }));
    expect(form.getByLabelText("Street address")).toHaveValue("12 Central Avenue");
    await person.clear(form.getByLabelText("ZIP"));
    await person.type(form.getByLabelText("ZIP"), "03821-1234");
    await person.click(form.getByRole("button", { name: "Save address" }));
    expect(await screen.findByText("Address updated")).toBeVisible();
    expect(sent[0]).toMatchObject({
      method: "PATCH",
      path: "/api/addresses/a1",
      body: { zipCode: "03821-1234" },
    });
  });

  it("changes the default address", async () => {
    const { person } = openAddresses();
    await person.click((await card("Shop")).getByRole("button", { name: "Make default: Shop" }));
    expect(await screen.findByText("Default address changed")).toBeVisible();
    expect(screen.getByText("Shop is now your default address.")).toBeVisible();
    expect(sent).toEqual([{ method: "PATCH", path: "/api/addresses/a1", body: { isDefault: true } }]);
  });

  it("restores the draft of a change in that address's form", async () => {
    const { person, unmount } = openMyServices({ addresses: [shop, home] }, "?tab=addresses");
    await person.click((await screen.findAllByRole("button", { name: /^Edit:/ }))[0] as HTMLElement);
    await person.type(screen.getByLabelText("City"), " Falls");
    unmount();

    openMyServices({ addresses: [shop, home] }, "?tab=addresses");
    const reopened = within(await screen.findByRole("dialog", { name: "Edit address" }));
    expect(reopened.getByLabelText("City")).toHaveValue(`${shop.city} Falls`);
  });
});

describe("deleting an address", () => {
  async function ask() {
    const page = openAddresses();
    await page.person.click((await card("Shop")).getByRole("button", { name: "Delete: Shop" }));
    const question = within(await screen.findByRole("alertdialog", { name: "Delete this address?" }));
    return { ...page, question };
  }

  it("asks for confirmation, with the focus on the safe button", async () => {
    const { person, question } = await ask();
    expect(question.getByRole("button", { name: "Keep address" })).toHaveFocus();
    expect(screen.getByRole("alertdialog")).toHaveAccessibleDescription(/^Shop: 12 Central Avenue, Dover\./);
    await person.click(question.getByRole("button", { name: "Keep address" }));
    expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
    expect(sent).toEqual([]);
  });

  it.each([
    ["subscribed", /while your storage plan is for it. Remove it from the plan first/],
    ["items_in_storage", /while we store items from it. Call us/],
  ] as const)("can't be deleted while it is %s, and says why", async (status, reason) => {
    const { person } = openMyServices({ addresses: [anAddress({ status })] }, "?tab=addresses");
    const remove = await screen.findByRole("button", { name: /^Delete/ });
    expect(remove).toHaveAttribute("aria-disabled", "true");
    expect(remove).toHaveAccessibleDescription(reason);
    await person.click(remove);
    expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
  });

  it("deletes the address and refreshes the list", async () => {
    const { person, question } = await ask();
    takeChanges(() => new HttpResponse(null, { status: 204 }));
    server.use(http.get("/api/addresses", () => HttpResponse.json([home])));
    await person.click(question.getByRole("button", { name: "Delete address" }));
    expect(await screen.findByText("Address deleted")).toBeVisible();
    expect(sent).toEqual([{ method: "DELETE", path: "/api/addresses/a1", body: "" }]);
    await waitFor(() =>
      expect(screen.queryByRole("article", { name: "Shop", hidden: true })).not.toBeInTheDocument(),
    );
  });

  it("shows why the server refused", async () => {
    const { person, question } = await ask();
    takeChanges(refusal("This address has items in storage"));
    server.use(http.get("/api/addresses", () => new HttpResponse(null, { status: 500 })));
    await person.click(question.getByRole("button", { name: "Delete address" }));
    expect(await screen.findByText("This address has items in storage")).toBeVisible();
    expect(screen.getByRole("article", { name: "Shop" })).toBeInTheDocument();
    expect(screen.getByText("Couldn't delete the address")).toBeVisible();
    expect(
      await screen.findByText("We couldn't refresh this list. What you see may be out of date."),
    ).toBeVisible();
    expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
  });
});

describe("your details", () => {
  it("change the name in the greeting", async () => {
    const { person } = openAddresses();
    server.use(
      http.patch("/api/auth/user", async ({ request }) =>
        HttpResponse.json({ email: "eleanor@example.com", ...((await request.json()) as object) }),
      ),
    );
    await person.click(await screen.findByRole("button", { name: "Edit name" }));
    await person.click(await screen.findByRole("button", { name: "Cancel" }));
    const details = screen.getByRole("region", { name: "Your details" });
    expect(factsOf(details)).toEqual({ Name: "Eleanor Hayes", Email: "eleanor@example.com" });
    await person.click(screen.getByRole("button", { name: "Edit name" }));
    await waitFor(() => expect(screen.getByLabelText("First name")).toHaveFocus());
    await person.clear(screen.getByLabelText("First name"));
    await person.type(screen.getByLabelText("First name"), "Nell");
    await person.click(screen.getByRole("button", { name: "Save name" }));
    expect(await screen.findByText("Name saved")).toBeVisible();
    expect(screen.getByText(/^Good (morning|afternoon|evening), Nell\./)).toBeVisible();
    expect(factsOf(details)).toMatchObject({ Name: "Nell Hayes" });
    expect(screen.getByRole("link", { name: "Sign-in and security" })).toHaveAttribute(
      "href",
      "/accounts/email/",
    );
  });

  it("keep an unsaved name for a reload, unless it was canceled", async () => {
    const first = openAddresses();
    await first.person.click(await screen.findByRole("button", { name: "Edit name" }));
    await first.person.type(await screen.findByLabelText("First name"), "!");
    first.unmount();
    const { person } = openAddresses();
    await person.click(await screen.findByRole("button", { name: "Edit name" }));
    expect(await screen.findByLabelText("First name")).toHaveValue("Eleanor!");
    await person.click(screen.getByRole("button", { name: "Cancel" }));
    expect(sessionStorage).toHaveLength(0);
  });

  it("show that no name was provided", async () => {
    openAddresses();
    signIn({ ...customer, firstName: "", lastName: "" });
    const name = (await screen.findByText("Name", { selector: "dt" })).parentElement;
    expect(name).toHaveTextContent("NameNot provided");
  });
});
