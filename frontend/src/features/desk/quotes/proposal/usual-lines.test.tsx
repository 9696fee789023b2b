import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it, vi } from "vitest";
import { renderAt } from "~/test/render";
import { server } from "~/test/server";
import { serveWrite } from "../../test-desk";
import { UsualLines } from "./usual-lines";
import { usualMatches, wordStart } from "./usual-lines-api";

const patio = { id: "b", text: "String for the patio", unit: "ft", unitPrice: "5.255" };

/** Open the dialog; `list` is what the server has. */
function open() {
  const list = [patio];
  server.use(http.get("/api/price-list", () => HttpResponse.json(list)));
  const added = vi.fn();
  return { list, added, ...renderAt("/admin", <UsualLines onClose={() => {}} onAdd={added} />) };
}

it("a usual line is added to the proposal as it is", async () => {
  const { person, added } = open();
  await person.click(await screen.findByRole("button", { name: "Add String for the patio to the proposal" }));
  expect(added.mock.calls).toEqual([[patio]]);
});

it("a usual line is created, with a price as people type it", async () => {
  const { person, list } = open();
  const lift = { text: "Lift for a day", unit: "flat", unitPrice: "1200.00" };
  const sent = serveWrite("post", "/api/price-list", () => {
    list.push({ id: "c", ...lift });
    return HttpResponse.json({ id: "c", ...lift }, { status: 201 });
  });
  await person.click(await screen.findByRole("button", { name: "New usual line" }));
  const dialog = within(screen.getByRole("dialog", { name: "New usual line" }));
  await person.type(dialog.getByLabelText("Line"), "Lift for a day");
  await person.type(dialog.getByLabelText("Unit price"), "a lot");
  await person.click(dialog.getByRole("button", { name: /^Save/ }));
  expect(await dialog.findByText(/^Enter a price up to/)).toBeVisible();
  expect(sent).toEqual([]);
  await person.clear(dialog.getByLabelText("Unit price"));
  await person.type(dialog.getByLabelText("Unit price"), "1,200.00");
  await person.click(dialog.getByRole("button", { name: /^Save/ }));
  expect(await screen.findByRole("button", { name: "Edit Lift for a day" })).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([lift]);
});

it("an unsaved usual line survives a reload, unless it was canceled", async () => {
  const first = open();
  await first.person.click(await screen.findByRole("button", { name: "New usual line" }));
  await first.person.type(screen.getByLabelText("Line"), "Lift");
  first.unmount();
  const { person } = open();
  await person.click(await screen.findByRole("button", { name: "New usual line" }));
  expect(screen.getByLabelText("Line")).toHaveValue("Lift");
  await person.click(screen.getByRole("button", { name: "Cancel" }));
  expect(sessionStorage).toHaveLength(0);
});

it("a usual line is changed, and deleted", async () => {
  const { person, list } = open();
  const sent = serveWrite("patch", "/api/price-list/b", () => {
    list[0] = { ...patio, unitPrice: "6.00" };
    return HttpResponse.json(list[0]);
  });
  await person.click(await screen.findByRole("button", { name: "Edit String for the patio" }));
  const price = screen.getByLabelText("Unit price");
  await person.clear(price);
  await person.type(price, "6.00");
  await person.click(screen.getByRole("button", { name: /^Save/ }));
  expect(await screen.findByText("$6.00 per ft")).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([{ text: patio.text, unit: "ft", unitPrice: "6.00" }]);
  server.use(
    http.delete("/api/price-list/b", () => {
      list.length = 0;
      return new HttpResponse(null, { status: 204 });
    }),
  );
  await person.click(screen.getByRole("button", { name: "Edit String for the patio" }));
  await person.click(screen.getByRole("button", { name: /^Delete/ }));
  expect(await screen.findByText(/^Lines you write often appear here/)).toBeVisible();
});

it("the usual lines are loaded again after they failed to load", async () => {
  const { person } = open();
  server.use(http.get("/api/price-list", () => new HttpResponse(null, { status: 500 }), { once: true }));
  expect(await screen.findByText("We couldn't load the usual lines.")).toBeVisible();
  await person.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText(patio.text)).toBeVisible();
});

it("suggests six lines with a matching word, those that start with it first", () => {
  const lines = ["Big bow", "Bow", "Rainbow", "Bows", "Red bow", "Old bow", "New bow", "Gold bow"];
  const all = lines.map((text) => ({ ...patio, id: text, text, unit: "ft" as const }));
  const matches = (typed: string) => usualMatches(all, typed).map(({ text }) => text);
  expect(matches(" BOW")).toEqual(["Bow", "Bows", "Big bow", "Red bow", "Old bow", "New bow"]);
  expect(matches(" ")).toEqual([]);
  // What was typed is underlined there, and not inside of another word.
  expect(wordStart("Rainbow bow", "bow ")).toBe(8);
});
