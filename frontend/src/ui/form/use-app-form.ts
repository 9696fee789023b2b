import { useMutation } from "@tanstack/react-query";
import { type SubmitEvent, useLayoutEffect, useRef, useState } from "react";
import { type DefaultValues, type FieldValues, type Path, type Resolver, useForm } from "react-hook-form";
import { useIdempotencyKey } from "~/api/idempotency";
import { forgetDraft } from "~/lib/drafts";
import { toastError } from "~/ui/toast-error";
import { applyServerErrors, errorSummary, focusFirstInvalid } from "./form-errors";
import { useFormDraft } from "./use-form-draft";

export interface AppFormOptions<Values extends FieldValues, Output, Result> {
  /** `zodResolver(schema)`, or a `lazyResolver` on public pages. */
  resolver: Resolver<Values, unknown, Output>;
  defaults: DefaultValues<NoInfer<Values>>;
  /** The key under which unsent values are stored, one per form and row. Without it, they last as long as the page. */
  draft?: string;
  /** Selects the values to store. Define it outside of the component: the draft is read again when it changes. */
  keep?: (values: Values) => Partial<Values>;
  /** The names of the fields in page order, for the error summary. Without them there is no summary. */
  labels?: Partial<Record<Path<Values>, string>>;
  /** Sends valid values. The key belongs to exactly these values, however often they are sent. */
  send: (values: Output, idempotencyKey: string) => Promise<Result>;
  /**
   * The toast for a failure. If the server sent no message, `description` is the toast's text and `problem` the
   * alert's. Omit it if `send` shows its own toast.
   */
  failed?: { title: string; description?: string; problem?: string };
  /** Keep what was typed while the values were being sent, in a form that stays open for the next ones. */
  staysOpen?: boolean;
  /** Called after success, when the form is empty again and its draft is gone. */
  onSent: (result: Result) => void;
}

/**
 * Return the state of a form. Every form that sends something uses this hook: it validates, stores the draft, sends
 * once per press, shows the server's messages on their fields, and moves the focus to the first error.
 */
export function useAppForm<Values extends FieldValues, Output, Result>(
  options: AppFormOptions<Values, Output, Result>,
) {
  const { draft, labels, failed } = options;
  const form = useForm<Values, unknown, Output>({
    resolver: options.resolver,
    defaultValues: options.defaults,
    shouldFocusError: false,
  });
  useFormDraft(form, draft, options.keep);
  const [problem, setProblem] = useState<string | null>(null);
  const sendWithKey = useIdempotencyKey(draft);
  // The cache of mutations sees each failure, and so the end of a session (src/app/query-client.ts).
  const { mutateAsync } = useMutation({
    mutationFn: ({ values, key }: { values: Output; key: string }) => options.send(values, key),
  });
  const { isSubmitting, errors } = form.formState;
  // Not the form's own count, which a reset to newer data from the server would clear before the focus has moved.
  const [failures, setFailures] = useState(0);
  const focus = useErrorFocus(failures, problem !== null);
  const fail = (message: string | null) => {
    setProblem(message);
    setFailures((count) => count + 1);
  };

  /** Return the error if sending failed. */
  const send = async (values: Output): Promise<unknown> => {
    setProblem(null);
    const sent = form.getValues();
    let result: Result;
    try {
      result = await sendWithKey(values, (key) => mutateAsync({ values, key }));
    } catch (error) {
      const fields = Object.keys(labels ?? form.getValues());
      fail(applyServerErrors(error, fields, form.setError, failed?.problem));
      return error;
    }
    const typedMeanwhile = Object.entries(form.getValues()).filter(([name, value]) => value !== sent[name]);
    form.reset();
    if (draft) forgetDraft(draft);
    options.onSent(result);
    for (const [name, value] of options.staysOpen ? typedMeanwhile : [])
      form.setValue(name as Path<Values>, value, { shouldDirty: true });
    return null;
  };
  // A second press may come before the button has rendered as pending.
  const busy = useRef(false);
  const submitOnce = async (event?: SubmitEvent) => {
    event?.preventDefault();
    if (busy.current) return;
    busy.current = true;
    let error: unknown = null;
    const attempt = form.handleSubmit(
      async (values) => {
        error = await send(values);
      },
      () => fail(null),
    );
    await attempt(event).finally(() => {
      busy.current = false;
    });
    // The toast comes last: it renders at once, and the messages and the button belong together.
    if (error && failed) toastError(error, failed.title, failed.description);
  };

  const wrong = Object.entries<string | undefined>(labels ?? {}).filter(([name]) => name in errors);
  return {
    ...focus,
    form,
    problem,
    summary: wrong.length > 0 ? errorSummary(wrong.map(([name, label]) => label ?? name)) : null,
    pending: isSubmitting,
    /** Call it without an event if there is no form element. */
    submit: (event?: SubmitEvent) => void submitOnce(event),
    forgetDraft: () => draft && forgetDraft(draft),
  };
}

/** The result of `useAppForm` without its typed values, for the components of any form. */
export type AppForm = Omit<ReturnType<typeof useAppForm>, "form">;

/** After each failure, move the focus to the first invalid field, or to the alert if no field is invalid. */
function useErrorFocus(failures: number, hasProblem: boolean) {
  const element = useRef<HTMLFormElement>(null);
  const alert = useRef<HTMLDivElement>(null);
  // As the messages appear, so that nobody types into another field first.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per failure, not for every corrected field
  useLayoutEffect(() => {
    if (failures === 0 || !element.current) return;
    if (!focusFirstInvalid(element.current) && hasProblem) alert.current?.focus();
  }, [failures]);
  return { element, alert };
}
