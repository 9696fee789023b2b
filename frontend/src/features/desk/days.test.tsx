import { screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { expect, it, vi } from "vitest";
import type { RevisedJob } from "~/api/types";
import { anInvoice } from "~/test/rows";
import { signIn } from "~/test/server";
import { EditDraft } from "./invoices/edit-draft";
import { MoveForm } from "./jobs/move-form";
import { TakedownDialog } from "./jobs/takedown-dialog";
import { aDeskJob } from "./jobs/test-job";
import { renderPart } from "./queue/test-queue";
import { CallForm } from "./shared/calls";
import { DeliveryDayDialog } from "./shared/delivery-day-dialog";
import { ScheduleDialog } from "./shared/schedule-dialog";
import { aDeskOrder, aDeskQuoteInDetail, admin, serveList } from "./test-desk";
import { EditTreeOrder } from "./trees/edit-tree-order";

const close = vi.fn();
const installation = { ...aDeskJob(), offersTakedown: true, suggestedTakedown: null } as RevisedJob;

/** Each form, its field for a day, and whether a past day can be picked, such as that of a visit that was missed. */
it.each<[form: string, () => ReactElement, field: string, takesPast: boolean]>([
  ["a new visit", () => <ScheduleDialog quote={aDeskQuoteInDetail()} onClose={close} />, "Day", false],
  ["a visit that moves", () => <MoveForm job={aDeskJob()} onDone={close} />, "Day", true],
  ["the takedown", () => <TakedownDialog installation={installation} onClose={close} />, "Day", true],
  ["a delivery", () => <DeliveryDayDialog order={aDeskOrder()} onClose={close} />, "Delivery day", false],
  ["a tree order", () => <EditTreeOrder order={aDeskOrder()} />, "Delivery day", false],
  ["an invoice", () => <EditDraft invoice={anInvoice({ status: "draft" })} what="it" />, "Due date", false],
  ["a call", () => <CallForm kind="quotes" id="q1" />, "Try again", false],
])("%s has its day today or later, unless a past one makes sense", async (_, form, field, takesPast) => {
  signIn(admin);
  serveList("/api/jobs", []);
  const { person } = renderPart(form());
  const opener = screen.queryByRole("button", { name: /^Edit draft/ });
  if (opener) await person.click(opener);
  const outcome = screen.queryByRole("combobox", { name: "Outcome" });
  if (outcome) await person.selectOptions(outcome, "voicemail");
  await person.click(await screen.findByLabelText(new RegExp(`^${field}`)));
  await screen.findByRole("dialog", { name: "Choose a date" });
  expect(screen.queryByLabelText("Choose the Year") !== null).toBe(takesPast);
});
