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

type Answers = Record<string, unknown>;

/** An answer to compare by: every way to answer nothing is the same. */
function answerOf(value: unknown): string {
  const blank = value === undefined || value === null || value === "" || value === false;
  return blank || (Array.isArray(value) && value.length === 0) ? "" : JSON.stringify(value);
}

/** What differs from the answers that the form starts with. */
function changes(values: Answers, defaults: Answers): [string, unknown][] {
  return Object.entries(values).filter(([name, value]) => answerOf(value) !== answerOf(defaults[name]));
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
  const start = useRef<Answers>(formState.defaultValues ?? {});

  useEffect(() => {
    const draft = readDraft(key);
    if (typeof draft === "object" && draft !== null) {
      // What was typed before this code arrived is newer than the draft.
      const typed = Object.fromEntries(changes(getValues(), start.current).filter(([, value]) => value));
      const values = { ...getValues(), ...draft, ...typed } as DefaultValues<Values>;
      reset(values, { keepDefaultValues: true });
    }
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        const changed = changes(values, start.current).length > 0;
        writeDraft(key, changed ? (keep?.(values) ?? values) : null);
      },
    });
  }, [key, keep, getValues, reset, subscribe]);

  return useCallback(() => writeDraft(key, null), [key]);
}
