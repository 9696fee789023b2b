import { useEffect, useRef } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { readDraft, writeDraft } from "~/lib/drafts";

type Entries = Record<string, unknown>;

/** A value to compare by: every kind of blank is the same. */
function comparable(value: unknown): string {
  const blank = value === undefined || value === null || value === "" || value === false;
  return blank || (Array.isArray(value) && value.length === 0) ? "" : JSON.stringify(value);
}

/** The values that differ from what the form starts with. */
function changed(values: Entries, defaults: Entries = {}): Entries {
  const entries = Object.entries(values);
  return Object.fromEntries(
    entries.filter(([name, value]) => comparable(value) !== comparable(defaults[name])),
  );
}

const everything = <Values>(values: Values) => values;

/**
 * Store what is typed into a form under `key`, and put the draft of an earlier visit back into it. `keep` selects the
 * values that make sense later; the others are never stored. Without a key nothing is stored.
 */
export function useFormDraft<Values extends FieldValues, Output>(
  { getValues, setValue, subscribe, formState }: UseFormReturn<Values, unknown, Output>,
  key: string | undefined,
  keep: (values: Values) => Partial<Values> = everything,
) {
  const start = useRef(formState.defaultValues);
  useEffect(() => {
    if (!key) return;
    const draft = readDraft(key);
    if (typeof draft === "object" && draft !== null) {
      // What was typed before the scripts arrived is newer than the draft.
      const typed = changed(keep(getValues()), start.current);
      for (const [name, value] of Object.entries(draft)) {
        // Not reset(): it gives radio buttons back the choice that they are rendered with.
        if (!typed[name]) setValue(name as Path<Values>, value, { shouldDirty: true });
      }
    }
    return subscribe({
      formState: { values: true },
      callback: ({ values, defaultValues }) => {
        const kept = keep(values);
        const isChanged = Object.keys(changed(kept, defaultValues)).length > 0;
        writeDraft(key, isChanged ? kept : null);
      },
    });
  }, [key, keep, getValues, setValue, subscribe]);
}
