import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useRef, useState } from "react";
import { type DefaultValues, type FieldValues, type Path, type Resolver, useForm } from "react-hook-form";
import { useIdempotencyKey } from "~/api/idempotency";
import { focusFirstInvalid, landServerErrors } from "~/lib/form-errors";
import { sayFailed } from "~/lib/say-failed";
import { useFormDraft } from "~/lib/use-draft";

interface DeskFormOptions<Values extends FieldValues, Output> {
  /** A zod schema. */
  schema: Parameters<typeof zodResolver>[0];
  defaults: DefaultValues<Values>;
  /** Where what is typed is kept. */
  draft: string;
  /** Sends it. The key stands for this form and what is in it: sending again creates nothing twice. */
  send: (values: Output, idempotencyKey: string) => Promise<unknown>;
  /** The title of the toast when it fails. */
  failed: string;
  onDone: () => void;
}

/** State, rules, draft and sending of a small form of the desk, most often in a dialog. */
export function useDeskForm<Values extends FieldValues, Output = Values>(
  options: DeskFormOptions<Values, Output>,
) {
  const form = useForm<Values, unknown, Output>({
    resolver: zodResolver(options.schema) as unknown as Resolver<Values, unknown, Output>,
    defaultValues: options.defaults,
    shouldFocusError: false,
  });
  const forgetDraft = useFormDraft(form, options.draft);
  const [problem, setProblem] = useState<string | null>(null);
  const element = useRef<HTMLFormElement>(null);
  const idempotencyKey = useIdempotencyKey();
  const sentBefore = useRef("");

  const { submitCount } = form.formState;
  useEffect(() => {
    if (submitCount > 0 && element.current) focusFirstInvalid(element.current);
  }, [submitCount]);

  const send = async (values: Output) => {
    setProblem(null);
    const text = JSON.stringify(values);
    // After a change it is another thing that is asked for.
    if (sentBefore.current && sentBefore.current !== text) idempotencyKey.renew();
    sentBefore.current = text;
    try {
      await options.send(values, idempotencyKey.get());
    } catch (error) {
      const fields = Object.keys(form.getValues()) as Path<Values>[];
      setProblem(landServerErrors(error, fields, form.setError));
      sayFailed(error, options.failed);
      return;
    }
    idempotencyKey.renew();
    sentBefore.current = "";
    forgetDraft();
    form.reset(options.defaults);
    options.onDone();
  };

  return { form, element, problem, forgetDraft, submit: form.handleSubmit(send, () => setProblem(null)) };
}
