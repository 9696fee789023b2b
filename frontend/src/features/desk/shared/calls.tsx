import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Voicemail } from "lucide-react";
import * as z from "zod";
import { invalidate } from "~/api/keys";
import { easternInstant } from "~/lib/eastern";
import { formatDateTime } from "~/lib/format";
import { text } from "~/lib/zod-messages";
import { DayField, FormField, type FormOf, TextField } from "~/ui/form/fields";
import { Form, FormAlerts, SubmitButton } from "~/ui/form/form";
import { useAppForm } from "~/ui/form/use-app-form";
import { NotLoaded } from "~/ui/not-loaded";
import { Segmented } from "~/ui/segmented";
import { Select } from "~/ui/select";
import { Textarea } from "~/ui/textarea";
import { toast } from "~/ui/toast";
import { deskKeys } from "./keys";
import { refreshRow } from "./list-cache";
import { type CallBody, callRows } from "./rows";
import { MORNING, timeOfDay } from "./start-fields";
import type { CallOutcome, LoggedCall } from "./types";

/** The quote or order that a call is about. */
export type CallKind = keyof typeof callRows;

const outcomes: Record<CallOutcome, string> = {
  reached: "Spoke with them",
  voicemail: "Left a voicemail",
  no_answer: "No answer",
  wrong_number: "Wrong number",
};
const channels = [
  { value: "phone", label: "Call" },
  { value: "text", label: "Text" },
  { value: "email", label: "Email" },
] as const;
type CallChannel = (typeof channels)[number]["value"];

/** The outcomes that have another label for texts and emails. */
const writtenOutcomes: Partial<Record<CallOutcome, string>> = {
  reached: "Got an answer",
  voicemail: "Left a message",
};

/** Return a call's outcome as text. */
export function outcomeWords(outcome: CallOutcome, channel: CallChannel): string {
  return (channel !== "phone" && writtenOutcomes[outcome]) || outcomes[outcome];
}

const outcomeOptions = (channel: CallChannel) =>
  (Object.keys(outcomes) as CallOutcome[]).map((value) => ({ value, label: outcomeWords(value, channel) }));

const callSchema = z.object({
  outcome: z.enum(["reached", "voicemail", "no_answer", "wrong_number"]),
  channel: z.enum(["phone", "text", "email"]),
  note: text({ max: 2000 }),
  retryDay: z.string(),
  retryTime: timeOfDay,
});
type CallValues = z.output<typeof callSchema>;
const resolver = zodResolver(callSchema);

/** Return the request body. Without a day, the server chooses the time of the next try; who was reached needs none. */
function callBody({ retryDay, retryTime, ...call }: CallValues): CallBody {
  const hasRetry = call.outcome !== "reached" && retryDay !== "";
  return hasRetry ? { ...call, retryAt: easternInstant(retryDay, retryTime) } : call;
}

/** The logged calls of a quote or an order. */
export const callsQuery = (kind: CallKind, id: string) => callRows[kind].calls(id);

/** Log a call. It may count as the response, so the row and the queue are fetched again. */
function useLogCall(kind: CallKind, id: string) {
  const queryClient = useQueryClient();
  const { keys, logCall } = callRows[kind];
  return useMutation({
    mutationFn: ({ values, idempotencyKey }: { values: CallValues; idempotencyKey: string }) =>
      logCall(id, callBody(values), idempotencyKey),
    onSuccess: () => {
      void invalidate(queryClient, deskKeys.all, keys.one(id));
      return refreshRow<{ id: string }>(queryClient, callRows[kind], id);
    },
  });
}

interface CallFormProps {
  kind: CallKind;
  id: string;
  /** How they were most likely contacted. */
  channel?: CallChannel;
  onLogged?: (call: LoggedCall) => void;
}

/** The form for how a customer was contacted and what came of it. */
export function CallForm({ kind, id, channel = "phone", onLogged }: CallFormProps) {
  const logCall = useLogCall(kind, id);
  const call = useAppForm({
    resolver,
    defaults: { outcome: "reached", channel, note: "", retryDay: "", retryTime: MORNING },
    draft: `call:${kind}:${id}`,
    send: (values, idempotencyKey) => logCall.mutateAsync({ values, idempotencyKey }),
    failed: { title: "Couldn't log the call" },
    onSent: (logged) => {
      toast({ title: "Call logged" });
      onLogged?.(logged);
    },
  });
  const { register, watch } = call.form;
  return (
    <Form of={call} className="grid gap-4">
      <FormAlerts of={call} />
      <FormField of={call} name="outcome" label="Outcome">
        <Select options={outcomeOptions(watch("channel"))} />
      </FormField>
      <Segmented legend="How" options={channels} {...register("channel")} />
      {watch("outcome") !== "reached" && <RetryFields of={call} />}
      <FormField of={call} name="note" label="Note" optional>
        <Textarea rows={2} maxLength={2000} />
      </FormField>
      <div className="flex justify-end">
        <SubmitButton size="sm" variant="secondary" pendingLabel="Saving...">
          Log call
        </SubmitButton>
      </div>
    </Form>
  );
}

/** When to try again. Without a day, the server chooses two hours later, within business hours. */
function RetryFields({ of }: { of: FormOf<CallValues> }) {
  return (
    <div className="grid grid-cols-[1.6fr_1fr] gap-3">
      <DayField of={of} name="retryDay" label="Try again" optional help="Otherwise in 2 hours" />
      {of.form.watch("retryDay") && (
        <TextField of={of} name="retryTime" label="Time" help="Eastern time" type="time" />
      )}
    </div>
  );
}

/** The logged calls, newest first. */
export function CallList({ kind, id }: { kind: CallKind; id: string }) {
  const calls = useQuery(callsQuery(kind, id));
  const { data } = calls;
  if (!data) return <NotLoaded query={calls} name="the calls" bar="h-4 w-1/2" />;
  if (data.length === 0) return <p className="text-sm text-muted-foreground">No calls yet.</p>;
  return (
    <ul aria-label="Calls" className="grid gap-3">
      {data.map((call) => (
        <li key={call.id} className="flex gap-2 text-sm">
          <Voicemail className="mt-[0.15em] size-[1.15em] flex-none text-muted-foreground" />
          <div className="min-w-0">
            <p className="text-xs text-muted-foreground">
              <b className="text-heading">{outcomeWords(call.outcome, call.channel)}</b>, {call.authorName},{" "}
              <time dateTime={call.createdAt}>{formatDateTime(call.createdAt)}</time>
            </p>
            {call.note && <p className="whitespace-pre-wrap wrap-anywhere">{call.note}</p>}
          </div>
        </li>
      ))}
    </ul>
  );
}
