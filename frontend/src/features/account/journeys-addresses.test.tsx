import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, expect, vi } from "vitest";
import type { Address } from "~/api/types";
import { loadPage } from "~/lib/load-page";
import { journey, refusal } from "~/test/journey";
import { maskTimeZone } from "~/test/mask";
import { anAddress } from "~/test/rows";
import { openMyServices, openWith } from "./test-page";

maskTimeZone();

// Tuesday, November 24, 2026, 1:30 PM in New Hampshire.
beforeEach(() => void vi.setSystemTime("2026-11-24T18:30:00Z"));

const button = (name: string | RegExp) => screen.getByRole("button", { name });
const dialog = () => within(screen.queryByRole("alertdialog") ?? screen.getByRole("dialog"));

/** Replace what is in a field of the open dialog. */
async function write(person: UserEvent, name: string | RegExp, text: string) {
  await person.clear(dialog().getByLabelText(name));
  await person.type(dialog().getByLabelText(name), text);
}

journey("a session ends while an address becomes the default", async ({ open, serve, step }) => {
  const addresses = [
    anAddress({ id: "a6", label: "Mill", street: "4 River Road" }),
    anAddress({ id: "a3", label: "Cabin", street: "60 Lake Drive", isDefault: true }),
  ];
  await open(() => openMyServices({ addresses }, "?tab=addresses"));
  serve({ "PATCH /api/addresses/:id": refusal(401, "Unauthorized") });
  await step("Make it the default", (person) => person.click(button("Make default: Mill")));
  await step("Wait for the sign-in page", () => waitFor(() => expect(loadPage).toHaveBeenCalled()));
});

journey("an address is added, edited and made the default", async ({ open, serve, step }) => {
  let rows: Address[] = [];
  const cabin = anAddress({
    id: "a3",
    label: "Cabin",
    street: "60 Lake Drive",
    city: "Alton",
    zipCode: "03809",
  });
  const noName = anAddress({
    id: "a8",
    label: "",
    street: "15 Salt Road",
    city: "Kittery",
    state: "ME",
    zipCode: "03904",
    isDefault: true,
    status: "inactive",
  });
  await open(() =>
    openWith(
      () =>
        serve({
          "GET /api/addresses": () => rows,
          "POST /api/addresses": refusal(400, "Please check the form.", {
            zipCode: ["This ZIP is not in ME"],
            userId: ["You have too many addresses"],
          }),
        }),
      {},
      "?tab=addresses",
    ),
  );
  await step("Add the first one", (person) => person.click(button("Add address")));
  await step("Save it empty", (person) =>
    person.click(dialog().getByRole("button", { name: "Save address" })),
  );
  await step("Fill it in and save it, which is rejected", async (person) => {
    await write(person, "Street address", "15 Salt Road");
    await write(person, "City", "Kittery");
    await write(person, "State", "me");
    await write(person, "ZIP", "03904");
    await person.click(dialog().getByRole("button", { name: "Save address" }));
  });
  rows = [noName];
  serve({ "POST /api/addresses": noName });
  await step("Save it again", (person) =>
    person.click(dialog().getByRole("button", { name: "Save address" })),
  );
  rows = [cabin, noName];
  await step("Add another one, but cancel", async (person) => {
    await person.click(button("Add address"));
    await write(person, /Name/, "Barn");
    await person.click(dialog().getByRole("button", { name: "Cancel" }));
  });
  await step("Edit it, but close the dialog with Escape", async (person) => {
    await person.click(button("Edit: 15 Salt Road"));
    await write(person, "City", "York");
    await person.keyboard("{Escape}");
  });
  await step("Edit it again", (person) => person.click(button("Edit: 15 Salt Road")));
  serve({ "PATCH /api/addresses/:id": refusal(500, "We couldn't save that.") });
  await step("Give it a name and save it, which fails", async (person) => {
    await write(person, /Name/, "Shore");
    await person.click(dialog().getByRole("button", { name: "Save address" }));
  });
  rows = [cabin, { ...noName, label: "Shore" }];
  serve({ "PATCH /api/addresses/:id": rows[1] as object });
  await step("Save it again", (person) =>
    person.click(dialog().getByRole("button", { name: "Save address" })),
  );
  serve({ "PATCH /api/addresses/:id": refusal(409, "This address was deleted.") });
  await step("Make the other one the default, in vain", (person) =>
    person.click(button("Make default: Cabin")),
  );
  rows = [
    { ...cabin, isDefault: true },
    { ...noName, label: "Shore", isDefault: false },
  ];
  serve({ "PATCH /api/addresses/:id": cabin });
  await step("Try it again", (person) => person.click(button("Make default: Cabin")));
});

journey("addresses are deleted, unless they are in use", async ({ open, serve, step }) => {
  const used = [
    anAddress({ id: "a7", label: "Store", street: "8 Bow Street", status: "items_in_storage" }),
    anAddress({
      id: "a4",
      label: "Home",
      street: "41 Marcy Street",
      city: "Portsmouth",
      status: "subscribed",
      isDefault: true,
    }),
  ];
  const shop = anAddress({ id: "a9", label: "Shop" });
  const bare = anAddress({ id: "a2", label: "", street: "70 Mill Lane", city: "Exeter", zipCode: "03833" });
  let rows = [bare, ...used, shop];
  await open(() => openWith(() => serve({ "GET /api/addresses": () => rows }), {}, "?tab=addresses"));
  await step("Delete one, but keep it", async (person) => {
    await person.click(button("Delete: Shop"));
    await person.click(dialog().getByRole("button", { name: "Keep address" }));
  });
  await step("Ask to delete another one", (person) => person.click(button("Delete: 70 Mill Lane")));
  serve({ "DELETE /api/addresses/:id": refusal(409, "Your storage plan is for this address.") });
  rows = [{ ...bare, status: "subscribed" }, ...used, shop];
  await step("Delete it, in vain", (person) =>
    person.click(dialog().getByRole("button", { name: "Delete address" })),
  );
  serve({ "DELETE /api/addresses/:id": null });
  rows = [{ ...bare, status: "subscribed" }, ...used];
  await step("Delete the first one after all", async (person) => {
    await person.click(button("Delete: Shop"));
    await person.click(dialog().getByRole("button", { name: "Delete address" }));
  });
});
