import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { server } from "~/test/server";
import { deskKeys } from "../shared/keys";
import { treeOrderPath } from "../shared/record-links";
import { hours, serveList, serveWrite } from "../test-desk";
import { aRequest, namesShown, openQueue, rowOf, serveQueue } from "./test-queue";

const stranger = aRequest("(603) 555-0161", {
  kind: "question",
  quoteId: null,
  customerKey: null,
  phone: "(603) 555-0161",
  email: null,
  communicationPreference: null,
  city: null,
  streetAddress: null,
  summary: "Text message",
  question: "Please stop texting me",
  wantsNoTexts: true,
  status: "open",
  respondBy: hours(1),
});
const customer = aRequest("Georgia Penhallow", {
  kind: "question",
  quoteId: null,
  treeOrderId: "0198a000-0000-7000-8000-00007be2d310",
  communicationPreference: null,
  summary: "Missed call, Modest 6 ft Christmas Tree",
  question: "Missed call from (603) 555-0173",
  status: "open",
  respondBy: hours(2),
});

/** Open the details of a question without a quote. */
async function openQuestion(name: string, customerKey: string | null = null) {
  const page = await openQueue([{ ...stranger, customerKey }, customer]);
  serveList("/api/desk/questions/:id/calls", []);
  server.use(
    http.get("/api/desk/questions/:id", () =>
      HttpResponse.json({
        id: stranger.id,
        entries: [
          { id: "e1", kind: "text", words: "Do you sell wreaths?", createdAt: hours(-3) },
          { id: "e2", kind: "call", words: "Missed call from (603) 555-0161", createdAt: hours(-2) },
        ],
      }),
    ),
  );
  await page.person.click(screen.getByRole("link", { name }));
  return { ...page, details: within(await screen.findByRole("region", { name })) };
}

describe("a question without a quote", () => {
  it("shows everything that came in, and offers a call instead of a reply", async () => {
    const { details } = await openQuestion("(603) 555-0161");
    const entries = await details.findAllByRole("listitem");
    expect(entries.map((entry) => entry.textContent)).toEqual([
      expect.stringMatching(/^Text.*Do you sell wreaths\?$/),
      expect.stringMatching(/^Call.*Missed call from \(603\) 555-0161$/),
    ]);
    expect(details.queryByRole("textbox")).toBeNull();
    expect(details.getAllByRole("button", { name: "Log call" })).toHaveLength(1);
    expect(details.queryByRole("link", { name: "View customer" })).toBeNull();
    expect((await rowOf("(603) 555-0161")).queryByText(/^Prefers/)).toBeNull(); // they never said so
  });

  it("is finished by a call that reached the customer", async () => {
    const { person, details } = await openQuestion("(603) 555-0161");
    const sent = serveWrite("post", `/api/desk/questions/${stranger.id}/calls`, (body) => {
      serveQueue([customer]);
      return HttpResponse.json(
        { id: "k1", note: "", retryAt: null, ...body, authorName: "Nora Field", createdAt: hours(0) },
        { status: 201 },
      );
    });
    await person.click(details.getByRole("button", { name: "Log call" }));
    const dialog = within(await screen.findByRole("dialog", { name: /^Log a call/ }));
    await person.click(dialog.getByRole("button", { name: "Log call" }));
    await waitFor(() => expect(namesShown()).toEqual(["Georgia Penhallow"]));
    expect(sent.map(({ body }) => body.outcome)).toEqual(["reached"]);
  });

  it("is fetched again whenever it is opened", async () => {
    const { person, details } = await openQuestion("(603) 555-0161");
    expect(await details.findAllByRole("listitem")).toHaveLength(2);
    await person.click(details.getByRole("button", { name: "Close" }));
    server.use(
      http.get("/api/desk/questions/:id", () =>
        HttpResponse.json({
          id: stranger.id,
          entries: [{ id: "e3", kind: "text", words: "And garlands?", createdAt: hours(-1) }],
        }),
      ),
    );
    await person.click(screen.getByRole("link", { name: "(603) 555-0161" }));
    expect(await screen.findByText("And garlands?")).toBeVisible();
  });

  it("links to the customer and their tree order if they are known", async () => {
    const { details } = await openQuestion("Georgia Penhallow");
    expect(details.getByRole("link", { name: "View tree order" })).toHaveAttribute(
      "href",
      treeOrderPath(customer.treeOrderId ?? "none"), // among all orders, since it may have been called about
    );
    expect(details.getByRole("link", { name: "View customer" })).toBeVisible();
    expect(details.queryByRole("button", { name: "Turn texts off" })).toBeNull();
  });

  it("doesn't offer to turn texts off without a phone number", async () => {
    const { person } = await openQueue([{ ...stranger, phone: null, email: "sam@example.com" }]);
    serveList("/api/desk/questions/:id/calls", []);
    server.use(
      http.get("/api/desk/questions/:id", () => HttpResponse.json({ id: stranger.id, entries: [] })),
    );
    await person.click(screen.getByRole("link", { name: stranger.customerName }));
    const details = within(await screen.findByRole("region", { name: stranger.customerName }));
    expect(await details.findByRole("button", { name: "No reply needed" })).toBeVisible();
    expect(details.queryByRole("button", { name: "Turn texts off" })).toBeNull();
  });

  it("says that texts couldn't be turned off", async () => {
    const { person, details } = await openQuestion("(603) 555-0161");
    serveWrite("post", "/api/texts/off", () => new HttpResponse(null, { status: 500 }));
    await person.click(details.getByRole("button", { name: "Turn texts off" }));
    expect(await screen.findByText("Update Failed")).toBeVisible();
    expect(details.getByRole("button", { name: "Turn texts off" })).toBeVisible();
  });

  it("turns texts off, and stays until someone responds", async () => {
    const { person, details, queryClient } = await openQuestion("(603) 555-0161", "c1");
    const customersPage = deskKeys.customer("c1");
    queryClient.setQueryData(customersPage, {});
    const sent = serveWrite("post", "/api/texts/off", () => HttpResponse.json({ phone: "(603) 555-0161" }));
    serveQueue([{ ...stranger, wantsNoTexts: false }, customer]);
    await person.click(details.getByRole("button", { name: "Turn texts off" }));
    expect(await screen.findByText("Texts turned off")).toBeVisible();
    expect(sent[0]?.body).toEqual({ phone: "(603) 555-0161", customerKey: "c1" });
    expect(queryClient.getQueryState(customersPage)?.isInvalidated).toBe(true);
    expect(details.queryByRole("button", { name: "Turn texts off" })).toBeNull();
    expect(namesShown()).toEqual(["(603) 555-0161", "Georgia Penhallow"]);
  });

  it("can be closed without a reply, and comes back if the customer wrote again", async () => {
    const { person, details } = await openQuestion("(603) 555-0161");
    let status = 409;
    const sent = serveWrite("post", "/api/desk/questions/:id/no-reply-needed", () =>
      HttpResponse.json({ message: "Someone else just changed this." }, { status }),
    );
    await person.click(details.getByRole("button", { name: "No reply needed" }));
    expect(await screen.findByText("Update Failed")).toBeVisible();
    expect(sent[0]?.body).toEqual({ updatedAt: stranger.updatedAt });
    expect(namesShown()).toContain("(603) 555-0161");

    status = 200;
    await person.click(await screen.findByRole("link", { name: "(603) 555-0161" }));
    serveQueue([customer]);
    await person.click(
      within(screen.getByRole("region", { name: "(603) 555-0161" })).getByRole("button", {
        name: "No reply needed",
      }),
    );
    expect(await screen.findByText("(603) 555-0161 is off the list.")).toBeVisible();
    expect(namesShown()).toEqual(["Georgia Penhallow"]);
  });
});
