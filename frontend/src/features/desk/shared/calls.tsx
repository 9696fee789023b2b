import { zodResolver } from "@hookform/resolvers/zod";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Voicemail } from "lucide-react";
import * as z from "zod";
import { invalidate } from "~/api/keys";
import { formatDateTime } from "~/lib/format";
import { text } from "~/lib/zod-messages";
import { FormAlert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { Form, FormAlerts } from "~/ui/form/form";
import { useAppForm } from "~/ui/form/use-app-form";
import { Select } from "~/ui/select";
import { Skeleton, SkeletonRegion } from "~/ui/skeleton";
import { Textarea } from "~/ui/textarea";
import { toast } from "~/ui/toast";
import { deskKeys } from "./keys";
import { putRow } from "./list-cache";
import { callRows } from "./rows";
import type { CallOutcome } from "./types";

/** The quote or order that a call is about. */
export type CallKind = keyof typeof callRows;

const outcomes: Record<CallOutcome, string> = {
  reached: "Spoke with them",
  voicemail: "Left a voicemail",
  no_answer: "No answer",
  wrong_number: "Wrong number",
};

const callSchema = z.object({
  outcome: z.enum(["reached", "voicemail", "no_answer", "wrong_number"]),
  note: text({ max: 2000 }),
});
type CallValues = z.output<typeof callSchema>;
const resolver = zodResolver(callSchema);

/** The logged calls of a quote or an order. */
const callsQuery = (kind: CallKind, id: string) =>
  queryOptions({
    queryKey: callRows[kind].keys.part(id, "calls"),
    queryFn: ({ signal }) => callRows[kind].fetchCalls(id, signal),
  });

/** Log a call. The row is fetched again, since the call may have kept the promise, and so is the queue. */
function useLogCall(kind: CallKind, id: string) {
  const queryClient = useQueryClient();
  const { keys, fetch, logCall } = callRows[kind];
  return useMutation({
    mutationFn: ({ values, idempotencyKey }: { values: CallValues; idempotencyKey: string }) =>
      logCall(id, values, idempotencyKey),
    onSuccess: async () => {
      void invalidate(queryClient, deskKeys.all, keys.one(id));
      const row = await fetch(id).catch(() => null);
      if (row) putRow(queryClient, keys, row);
    },
  });
}

interface CallFormProps {
  kind: CallKind;
  id: string;
  onDone?: () => void;
}

/** The form for a call's outcome and note. */
export function CallForm({ kind, id, onDone }: CallFormProps) {
  const logCall = useLogCall(kind, id);
  const call = useAppForm({
    resolver,
    defaults: { outcome: "reached", note: "" },
    draft: `call:${kind}:${id}`,
    send: (values, idempotencyKey) => logCall.mutateAsync({ values, idempotencyKey }),
    failed: { title: "Couldn't log the call" },
    onSent: () => {
      toast({ title: "Call logged" });
      onDone?.();
    },
  });
  const { register, formState } = call.form;
  const { errors } = formState;
  return (
    <Form of={call} className="grid gap-4">
      <FormAlerts of={call} />
      <Field label="Outcome" error={errors.outcome?.message}>
        <Select {...register("outcome")}>
          {Object.entries(outcomes).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Note" optional error={errors.note?.message}>
        <Textarea rows={2} maxLength={2000} {...register("note")} />
      </Field>
      <div className="flex justify-end">
        <Button type="submit" size="sm" variant="secondary" pending={call.pending} pendingLabel="Saving...">
          Log call
        </Button>
      </div>
    </Form>
  );
}

/** The logged calls, newest first. */
export function CallList({ kind, id }: { kind: CallKind; id: string }) {
  const { data, isError, refetch } = useQuery(callsQuery(kind, id));
  if (!data && isError) {
    return (
      <div className="grid justify-items-start gap-3">
        <FormAlert>We couldn't load the calls.</FormAlert>
        <Button variant="outline" size="sm" onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    );
  }
  if (!data) {
    return (
      <SkeletonRegion label="Loading the calls">
        <Skeleton className="h-4 w-1/2" />
      </SkeletonRegion>
    );
  }
  if (data.length === 0) return <p className="text-sm text-muted-foreground">No calls yet.</p>;
  return (
    <ul aria-label="Calls" className="grid gap-3">
      {data.map((call) => (
        <li key={call.id} className="flex gap-2 text-sm">
          <Voicemail
            aria-hidden
            className="mt-[0.15em] size-[1.15em] flex-none text-muted-foreground"
            strokeWidth={1.75}
          />
          <div className="min-w-0">
            <p className="text-xs text-muted-foreground">
              <b className="text-heading">{outcomes[call.outcome]}</b>, {call.authorName},{" "}
              <time dateTime={call.createdAt}>{formatDateTime(call.createdAt)}</time>
            </p>
            {call.note && <p className="whitespace-pre-wrap wrap-anywhere">{call.note}</p>}
          </div>
        </li>
      ))}
    </ul>
  );
}
