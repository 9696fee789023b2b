import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it, vi } from "vitest";
import { hold } from "~/test/held";
import { outline } from "~/test/outline";
import { renderAt } from "~/test/render";
import { server } from "~/test/server";
import { PersonalData } from "./personal-data";

const plan = {
  reasons: [],
  email: "eleanor@example.com",
  quotes: 1,
  treeOrders: 0,
  invoices: 1,
  keptYears: 7,
};

function serve({ reasons = [] as string[], confirmed = true } = {}) {
  const confirmedUntil = confirmed ? new Date(Date.now() + 60_000).toISOString() : null;
  const respond = () => HttpResponse.json({ ...plan, reasons });
  server.use(
    http.get("/api/account/erasure", respond),
    http.get("/api/desk/customers/:key/erasure", respond),
    http.get("/api/auth/confirmation", () => HttpResponse.json({ confirmedUntil })),
  );
}

const open = (customerKey: string | null = null, onErased = () => {}) =>
  renderAt("/mine?tab=account&data=1", <PersonalData customerKey={customerKey} onErased={onErased} />);

it("personal data can be downloaded and erased after a confirmation", async () => {
  serve({ confirmed: false });
  const { container, unmount } = open();
  expect(outline(container.firstElementChild as Element)).toMatchSnapshot("loading");
  await screen.findByRole("link", { name: "Confirm it's me" });
  expect(outline(container.firstElementChild as Element)).toMatchSnapshot("unconfirmed");
  unmount();

  serve();
  const again = open();
  await screen.findByRole("button", { name: "Erase data…" });
  expect(outline(again.container.firstElementChild as Element)).toMatchSnapshot("confirmed");
  again.unmount();

  serve({ reasons: ["A storage plan has not ended.", "A dispute is open."] });
  const refused = open("Zw==");
  await screen.findByRole("link", { name: /Download/ });
  expect(outline(refused.container.firstElementChild as Element)).toMatchSnapshot("reasons");
});

it("personal data that failed to load has a way to call, except on the desk", async () => {
  const fails = () => new HttpResponse(null, { status: 500 });
  serve();
  server.use(http.get("/api/account/erasure", fails), http.get("/api/desk/customers/:key/erasure", fails));
  for (const customerKey of [null, "Zw=="]) {
    const { container, unmount } = open(customerKey);
    await screen.findByRole("button", { name: "Try again" });
    expect(outline(container.firstElementChild as Element)).toMatchSnapshot(
      customerKey === null ? "own" : "desk",
    );
    unmount();
  }
});

it.each([null, "Zw=="])("erasing asks for the email address and sends it once: %s", async (customerKey) => {
  serve();
  const { held, release } = hold();
  const sent: [string, unknown][] = [];
  const erase = async ({ request }: { request: Request }) => {
    sent.push([new URL(request.url).pathname, await request.json()]);
    await held;
    return new HttpResponse(null, { status: 204 });
  };
  server.use(http.post("/api/account/erasure", erase), http.post("/api/desk/customers/:key/erasure", erase));
  const erased = vi.fn();
  const { person } = open(customerKey, erased);
  await person.click(await screen.findByRole("button", { name: "Erase data…" }));
  const dialog = await screen.findByRole("dialog");
  const field = screen.getByLabelText("Type eleanor@example.com to confirm");
  await waitFor(() => expect(field).toHaveFocus());
  expect(outline(dialog)).toMatchSnapshot("dialog");
  await person.keyboard("  {Enter}");
  await screen.findByText("Type the email address");
  expect(outline(dialog)).toMatchSnapshot("invalid");
  await person.type(field, "eleanor@example.com{Enter}");
  await person.click(await screen.findByRole("button", { name: "Erasing..." }));
  expect(outline(dialog)).toMatchSnapshot("pending");
  expect(erased).not.toHaveBeenCalled();
  release();
  await waitFor(() => expect(erased).toHaveBeenCalledOnce());
  const path = customerKey === null ? "/api/account/erasure" : "/api/desk/customers/Zw%3D%3D/erasure";
  expect(sent).toEqual([[path, { email: "eleanor@example.com" }]]);
});
