import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { contactChoiceKey } from "~/api/keys";
import { server } from "~/test/server";
import { openMyServices } from "./test-page";

describe("the contact settings", () => {
  it("can be reloaded after a failure, and show why they weren't saved", async () => {
    const path = "/api/contact-choice";
    const fail = http.get(path, () => new HttpResponse(null, { status: 500 }), { once: true });
    const { person } = openMyServices({}, "", fail);
    const card = within(await screen.findByRole("region", { name: "How we reach you" }));
    expect(await card.findByRole("alert")).toHaveTextContent("We couldn't load how we reach you");
    server.use(
      http.get(path, () =>
        HttpResponse.json({ channel: "phone", number: "603-555-0188", textUpdates: true }),
      ),
    );
    await person.click(card.getByRole("button", { name: "Try again" }));
    expect(await card.findByDisplayValue("603-555-0188")).toBeVisible();
    expect(card.getByRole("radio", { name: "Phone" })).toBeChecked();
    expect(card.getByRole("checkbox")).toBeChecked();
    const message = "Enter a US number";
    server.use(
      http.put(path, () => HttpResponse.json({ message, errors: { number: [message] } }, { status: 400 })),
    );
    await person.click(card.getByRole("button", { name: "Save contact settings" }));
    expect(await card.findByText(message)).toBeVisible();
    expect(screen.queryByText("Saved")).not.toBeInTheDocument();
  });

  it("are saved, and texts also need the consent checkbox", async () => {
    const sent: unknown[] = [];
    const asked = { channel: null, number: "603-555-0172", textUpdates: false };
    const { person } = openMyServices({});
    server.use(
      http.get("/api/contact-choice", () => HttpResponse.json(asked)),
      http.put("/api/contact-choice", async ({ request }) => {
        const body = (await request.json()) as object;
        sent.push(body);
        return HttpResponse.json({ ...body, number: "(603) 555-0172" });
      }),
    );
    const card = within(await screen.findByRole("region", { name: "How we reach you" }));
    expect(await card.findByDisplayValue("603-555-0172")).toBeVisible();
    const box = card.getByRole("checkbox", { name: "Send me text updates to this number" });
    expect(box).not.toBeChecked();
    expect(box).toHaveAccessibleDescription(/Msg & data rates may apply\. Reply HELP for help, STOP to stop/);
    expect(card.getByLabelText("Mobile number (optional)")).toBeVisible();
    await person.click(card.getByRole("radio", { name: "Text" }));
    expect(card.getByLabelText("Mobile number")).toBeVisible();
    expect(card.getByText("Check the box below to get texts. Until then, we'll email you.")).toBeVisible();
    await person.click(box);
    await person.click(card.getByRole("button", { name: "Save contact settings" }));
    expect(await screen.findByText("This applies from our next message on.")).toBeVisible();
    expect(card.getByDisplayValue("(603) 555-0172")).toBeVisible();
    expect(card.getByRole("button", { name: "Save contact settings" })).toHaveFocus();
    expect(sent).toEqual([{ channel: "sms", number: "603-555-0172", textUpdates: true }]);
  });

  it("show what a request asked for that was made since they were loaded, but keep what is typed", async () => {
    const asked = { channel: "email", number: "", textUpdates: false };
    const { person, queryClient } = openMyServices(
      {},
      "",
      http.get("/api/contact-choice", () => HttpResponse.json(asked)),
    );
    const card = within(await screen.findByRole("region", { name: "How we reach you" }));
    await person.click(await card.findByRole("checkbox"));
    Object.assign(asked, { channel: "phone", number: "603-555-0172" });
    await queryClient.invalidateQueries({ queryKey: contactChoiceKey });
    expect(await card.findByDisplayValue("603-555-0172")).toBeVisible();
    expect(card.getByRole("radio", { name: "Phone" })).toBeChecked();
    expect(card.getByRole("checkbox")).toBeChecked();
  });

  it("keep what is unsaved for a reload", async () => {
    const choice = { channel: "email", number: "", textUpdates: false };
    const open = () =>
      openMyServices(
        {},
        "",
        http.get("/api/contact-choice", () => HttpResponse.json(choice)),
      );
    const first = open();
    await first.person.click(await screen.findByRole("radio", { name: "Phone" }));
    first.unmount();
    open();
    expect(await screen.findByRole("radio", { name: "Phone" })).toBeChecked();
  });

  it("show what was saved, keep the focus, and can be saved again", async () => {
    const sent: unknown[] = [];
    const choice = { channel: "email", number: "(603) 555-0172", textUpdates: true };
    const { person } = openMyServices(
      {},
      "?tab=services",
      http.get("/api/contact-choice", () => HttpResponse.json(choice)),
      http.put("/api/contact-choice", async ({ request }) => {
        const body = (await request.json()) as object;
        sent.push(body);
        return HttpResponse.json(body);
      }),
    );
    const card = within(await screen.findByRole("region", { name: "How we reach you" }));
    const save = await card.findByRole("button", { name: "Save contact settings" });
    await person.click(card.getByRole("radio", { name: "Phone" }));
    await person.click(card.getByRole("checkbox"));
    await person.click(save);
    expect(await screen.findByText("Saved")).toBeVisible();
    expect(save).toHaveFocus();
    expect(card.getByRole("radio", { name: "Phone" })).toBeChecked();
    expect(card.getByRole("checkbox")).not.toBeChecked();
    await person.click(save);
    const changed = { channel: "phone", number: "(603) 555-0172", textUpdates: false };
    await waitFor(() => expect(sent).toEqual([changed, changed]));
  });
});
