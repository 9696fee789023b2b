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
 * Keeps what is typed into a form, and writes a draft from before back into it. `keep` says what of the values makes
 * sense later. Returns how to forget the draft: after the form was sent, or given up on purpose.
 */
export function useFormDraft<Values extends FieldValues, Output>(
  { getValues, reset, subscribe, formState }: UseFormReturn<Values, unknown, Output>,
  key: string,
  keep?: (values: Values) => Partial<Values>,
): () => void {
  const on = useRef(true);
  // What somebody typed before this code arrived is newer than any draft.
  const touched = useRef(formState.isDirty);

  useEffect(() => {
    const draft = readDraft(key);
    if (!touched.current && typeof draft === "object" && draft !== null) {
      reset({ ...getValues(), ...(draft as DefaultValues<Values>) }, { keepDefaultValues: true });
    }
    return subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty }) => {
        if (!isDirty) on.current = true;
        else if (on.current) writeDraft(key, keep ? keep(values) : values);
      },
    });
  }, [key, keep, getValues, reset, subscribe]);

  return useCallback(() => {
    // Until the form is clean again: its last events come after this.
    on.current = false;
    writeDraft(key, null);
  }, [key]);
}
