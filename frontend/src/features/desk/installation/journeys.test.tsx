import { screen } from "@testing-library/react";
import { beforeEach } from "vitest";
import { journey, refusal } from "~/test/journey";
import { openDesk, stopClock } from "../test-desk";

beforeEach(() => void stopClock());

const button = (name: string) => screen.getByRole("button", { name });

const check = (name: string, state: string, sentence: string, whatToDo = "") => ({
  ...{ name, title: name, state, sentence, whatToDo },
});
const disk = check("Disk", "ok", "412 GB are free.");
const mail = check("Mail", "failing", "The mail server rejects the password.", "Set SMTP_PASSWORD.");
const stripe = check("Stripe", "warning", "It is in test mode.", "Set the live key.");
const clock = check("Clock", "failing", "It is 94 seconds late.", "Turn on NTP.");
const worker = check("Worker", "ok", "It ran 6 seconds ago.");

journey("the installation is checked until everything works", async ({ open, serve, step }) => {
  serve({ "GET /api/desk/installation": refusal(500, "Try later.") });
  await open(() => openDesk("", "/admin/installation"));
  serve({ "GET /api/desk/installation": { version: "1.4.2", checks: [disk, mail, stripe, clock, worker] } });
  await step("Try again", (person) => person.click(button("Try again")));
  serve({ "GET /api/desk/installation": refusal(503, "Try later.") });
  await step("Check again, which fails", (person) => person.click(button("Check again")));
  const now = { ...clock, state: "ok", sentence: "It is right.", whatToDo: "" };
  serve({ "GET /api/desk/installation": { version: "1.4.2", checks: [disk, mail, stripe, now, worker] } });
  await step("Check again", (person) => person.click(button("Check again")));
  const sends = { ...mail, state: "ok", sentence: "It took the last email.", whatToDo: "" };
  const live = { ...stripe, state: "ok", sentence: "It is live.", whatToDo: "" };
  serve({ "GET /api/desk/installation": { version: "1.5.0", checks: [worker, sends, live, now, disk] } });
  await step("Check once more", (person) => person.click(button("Check again")));
});
