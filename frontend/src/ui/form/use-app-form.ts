import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { type DefaultValues, type FieldValues, type Path, type Resolver, useForm } from "react-hook-form";
import { useIdempotencyKey } from "~/api/idempotency";
import { forgetDraft } from "~/lib/drafts";
import { toastError } from "~/ui/toast-error";
import { applyServerErrors, errorSummary, focusFirstInvalid } from "./form-errors";
import { useFormDraft } from "./use-form-draft";

interface AppFormOptions<Values extends FieldValues, Output, Result> {
  /** `zodResolver(schema)`, or a `lazyResolver` on public pages. */
  resolver: Resolver<Values, unknown, Output>;
  defaults: DefaultValues<NoInfer<Values>>;
  /** Where unsent values are stored, one name per form and row. Without it they live as long as the page. */
  draft?: string;
  /** Selects the values worth storing. Defined outside of the component: the draft is read again when it changes. */
  keep?: (values: Values) => Partial<Values>;
  /** The names of the fields in page order, for the error summary. Without them there is no summary. */
  labels?: Partial<Record<Path<Values>, string>>;
  /** Sends valid values. The key stands for exactly these values, however often they are sent. */
  send: (values: Output, idempotencyKey: string) => Promise<Result>;
  /**
   * The toast of a failure, its text where the server sent none, and what the form's alert then says. Missing where
   * `send` shows its own toast.
   */
  failed?: { title: string; description?: string; problem?: string };
  /** Keeps what was typed while the last values were on their way, in a form that stays for the next ones. */
  staysOpen?: boolean;
  /** Called after success, when the form is empty again and its draft is gone. */
  onSent: (result: Result) => void;
}

/**
 * Return the state of a form: every form that sends something uses this hook. It validates, stores the draft, sends
 * once per press, shows the server's messages on their fields, and moves the focus to what needs another look.
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
  const { isSubmitting, errors } = form.formState;
  // Not the form's own count: a reset while the response arrives, by what others have changed, would lose an attempt.
  const [attempts, setAttempts] = useState(0);
  const focus = useErrorFocus(attempts, problem !== null);

  const send = async (values: Output) => {
    setProblem(null);
    const sent = form.getValues();
    let result: Result;
    try {
      result = await sendWithKey(values, (key) => options.send(values, key));
    } catch (error) {
      const fields = Object.keys(labels ?? form.getValues());
      setProblem(applyServerErrors(error, fields, form.setError, failed?.problem));
      if (failed) toastError(error, failed.title, failed.description);
      return;
    }
    const since = Object.entries(form.getValues()).filter(([name, value]) => value !== sent[name]);
    form.reset();
    if (draft) forgetDraft(draft);
    options.onSent(result);
    for (const [name, value] of options.staysOpen ? since : [])
      form.setValue(name as Path<Values>, value, { shouldDirty: true });
  };
  const submit = form.handleSubmit(send, () => setProblem(null));
  // A second press may come before the first is drawn as pending.
  const busy = useRef(false);
  const submitOnce = async (event?: SubmitEvent) => {
    event?.preventDefault();
    if (busy.current) return;
    busy.current = true;
    await submit(event).finally(() => {
      busy.current = false;
      setAttempts((count) => count + 1);
    });
  };

  const wrong = Object.entries<string | undefined>(labels ?? {}).filter(([name]) => name in errors);
  return {
    ...focus,
    form,
    problem,
    summary: wrong.length > 0 ? errorSummary(wrong.map(([name, label]) => label ?? name)) : null,
    pending: isSubmitting,
    /** Takes no event where the form has no form element. */
    submit: (event?: SubmitEvent) => void submitOnce(event),
    forgetDraft: () => draft && forgetDraft(draft),
  };
}

/** What the parts of a form need of `useAppForm`, whatever its values are. */
export type AppForm = Omit<ReturnType<typeof useAppForm>, "form">;

/** After each attempt, move the focus to the first invalid field, or to the alert if no field is to blame. */
function useErrorFocus(attempts: number, hasProblem: boolean) {
  const element = useRef<HTMLFormElement>(null);
  const alert = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per attempt, not with every corrected field
  useEffect(() => {
    if (attempts === 0 || !element.current) return;
    if (!focusFirstInvalid(element.current) && hasProblem) alert.current?.focus();
  }, [attempts]);
  return { element, alert };
}
