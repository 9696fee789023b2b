import { useCallback, useEffect, useRef, useState } from "react";
import type { DefaultValues, FieldValues, UseFormReturn } from "react-hook-form";
import { readDraft, writeDraft } from "./drafts";

/** The text of one box, kept while it is not sent. Setting it to "" forgets it. */
export function useTextDraft(key: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => {
    const draft = readDraft(key);
    return typeof draft === "string" ? draft : "";
  });
  const change = useCallback(
    (next: string) => {
      setText(next);
      writeDraft(key, next || null);
    },
    [key],
  );
  return [text, change];
}

/**
 * Keeps what is typed into a form, and writes a draft from before back into it. Returns how to forget the draft:
 * after the form was sent, or given up on purpose.
 */
export function useFormDraft<Values extends FieldValues, Output>(
  { getValues, reset, subscribe, formState }: UseFormReturn<Values, unknown, Output>,
  key: string,
): () => void {
  const on = useRef(true);
  // Read once, so that react-hook-form knows that resetting must keep the difference to the defaults.
  const { isDirty } = formState;
  const untouched = useRef(!isDirty);

  useEffect(() => {
    on.current = true;
    const draft = readDraft(key);
    if (untouched.current && typeof draft === "object" && draft !== null) {
      reset({ ...getValues(), ...(draft as DefaultValues<Values>) }, { keepDefaultValues: true });
    }
    return subscribe({
      formState: { values: true, dirtyFields: true },
      callback: ({ values, isDirty: changed }) => {
        if (on.current && changed) writeDraft(key, values);
      },
    });
  }, [key, getValues, reset, subscribe]);

  return useCallback(() => {
    on.current = false;
    writeDraft(key, null);
  }, [key]);
}
