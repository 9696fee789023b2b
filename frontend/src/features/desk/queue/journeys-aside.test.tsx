import { screen } from "@testing-library/react";
import { beforeAll } from "vitest";
import { journey, refusal } from "~/test/journey";
import { detailsOf, loadQueue, queueRoutes, startQueue } from "./test-queue";
import { abe, aCall, detailRoutes, dora, jun, mona, quoteOf, sam, wes } from "./test-rows";

beforeAll(loadQueue);

const button = (name: string | RegExp) => screen.getByRole("button", { name });
const link = (name: string) => screen.getByRole("link", { name });
const press = (customer: string, name: string) => detailsOf(customer).getByRole("button", { name });

journey("a request and a follow-up are let go, and a question needs no reply", async (steps) => {
  const { serve, step } = steps;
  const rows = [mona, abe, dora];
  const pass = await startQueue(steps, rows, { routes: detailRoutes(...rows) });
  await step("Open the second row", (person) => person.click(link("Abe Lindqvist")));
  const newer = { ...abe, updatedAt: "2026-11-25T14:58:00Z", summary: "Deluxe Installation, Garland" };
  serve({
    ...queueRoutes([mona, newer, dora]),
    "POST /api/quotes/:id/let-go": refusal(409, "Abe has just written something new."),
  });
  await step("Let it go", (person) => person.click(press("Abe Lindqvist", "Let it go")));
  await step("A second later", () => pass(1_000));
  await step("Go back to it", (person) => person.click(press("Dora Lund", "Previous")));
  serve({ ...queueRoutes([mona, dora]), "POST /api/quotes/:id/let-go": quoteOf(newer) });
  await step("Let it go all the same", (person) => person.click(press("Abe Lindqvist", "Let it go")));
  serve({ ...queueRoutes([mona]), "POST /api/quotes/:id/let-go": quoteOf(dora) });
  await step("Let the follow-up go, too", (person) => person.click(press("Dora Lund", "Let it go")));
  serve({ ...queueRoutes([]), "POST /api/quotes/:id/no-reply-needed": quoteOf(mona) });
  await step("Mark the question", (person) => person.click(press("Mona Reyes", "No reply needed")));
  await step("A second after that", () => pass(1_000));
});

journey("someone's texts are turned off, and their question is answered by phone", async (steps) => {
  const { serve, step } = steps;
  const rows = [sam, wes];
  const entries = [
    { id: "e1", kind: "text", words: "Who has my tree?", createdAt: "2026-11-24T16:58:00Z" },
    { id: "e2", kind: "call", words: "Missed call", createdAt: "2026-11-24T17:12:00Z" },
    { id: "e3", kind: "email", words: "Stop texting me", createdAt: "2026-11-24T17:30:00Z" },
  ];
  const pass = await startQueue(steps, rows, {
    routes: { ...detailRoutes(wes), "GET /api/desk/questions/:id": refusal(500, "Oops") },
  });
  await step("Open it", (person) => person.click(link("Sam Ito")));
  serve({ "GET /api/desk/questions/:id": { id: sam.id, entries } });
  await step("Load the messages again", (person) => person.click(press("Sam Ito", "Try again")));
  serve({ "POST /api/texts/off": refusal(500, "Oops") });
  await step("Turn texts off", (person) => person.click(button("Turn texts off")));
  serve({
    ...queueRoutes([{ ...sam, wantsNoTexts: false, textsOff: true }, wes]),
    "POST /api/texts/off": null,
  });
  await step("Try again", (person) => person.click(button("Turn texts off")));
  await step("A second later", () => pass(1_000));
  serve({ "POST /api/desk/questions/:id/no-reply-needed": refusal(500, "Oops") });
  await step("Mark it as not needing a reply", (person) => person.click(press("Sam Ito", "No reply needed")));
  serve({
    ...queueRoutes([wes]),
    "POST /api/desk/questions/:id/calls": aCall({ note: "The crew has it" }),
  });
  await step("Log a call from its row", async (person) => {
    await person.click(button("Log call: Sam Ito"));
    await person.type(await screen.findByLabelText("Note (optional)"), "The crew has it");
  });
  await step("Send it", (person) => person.click(button("Log call")));
  await step("A second after that", () => pass(1_000));
});

journey("a question by email needs no reply, and a failed message is sent again", async (steps) => {
  const { serve, step } = steps;
  const mail = { ...sam, summary: "Email: my tree", wantsNoTexts: false, email: "sam@example.com" };
  const rows = [mail, jun, abe];
  const pass = await startQueue(steps, rows, {
    routes: { "GET /api/desk/questions/:id": { id: sam.id, entries: [] }, ...detailRoutes(abe) },
    search: `?tab=due&open=question-${mail.id}`,
  });
  serve({ ...queueRoutes([jun, abe]), "POST /api/desk/questions/:id/no-reply-needed": null });
  await step("Mark it", (person) => person.click(press("Sam Ito", "No reply needed")));
  await step("A second later", () => pass(1_000));
  serve({ "POST /api/desk/messages/:id/send-again": refusal(409, "It is on its way already.") });
  await step("Send the message again", (person) => person.click(press("Jun Watanabe", "Send again")));
  await step("A second after that", () => pass(1_000));
  serve({
    ...queueRoutes([abe]),
    "POST /api/desk/messages/:id/send-again": { id: jun.id },
  });
  await step("Send it from its row", (person) => person.click(button("Send again: Jun Watanabe")));
  await step("The list is fetched", () => pass(1_000));
});
