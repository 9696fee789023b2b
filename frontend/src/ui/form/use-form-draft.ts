import { useEffect, useRef } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { readDraft, writeDraft } from "~/lib/drafts";

type Entries = Record<string, unknown>;

/** Return a text to compare values by, in which all kinds of blanks are equal. */
function comparable(value: unknown): string {
  const blank = value === undefined || value === null || value === "" || value === false;
  return blank || (Array.isArray(value) && value.length === 0) ? "" : JSON.stringify(value);
}

/** Return the values that differ from the form's defaults. */
function changed(values: Entries, defaults: Entries = {}): Entries {
  const entries = Object.entries(values);
  return Object.fromEntries(
    entries.filter(([name, value]) => comparable(value) !== comparable(defaults[name])),
  );
}

const everything = <Values>(values: Values) => values;

/**
 * Store what is typed into a form under `key`, and restore the draft of an earlier visit. Fields with their default
 * values aren't stored, since the defaults may have changed by then. `keep` selects the values to store. Without a key,
 * nothing is stored.
 */
export function useFormDraft<Values extends FieldValues, Output>(
  { getValues, setValue, setValues, subscribe, formState }: UseFormReturn<Values, unknown, Output>,
  key: string | undefined,
  keep: (values: Values) => Partial<Values> = everything,
) {
  const start = useRef(formState.defaultValues);
  useEffect(() => {
    // What was typed before the scripts arrived, which is newer than the draft.
    const typed = changed(keep(getValues()), start.current);
    // The fields have it already. This tells those that watch them.
    if (Object.keys(typed).length > 0) setValues(getValues(), { shouldDirty: true });
    if (!key) return;
    const draft = readDraft(key);
    if (typeof draft === "object" && draft !== null) {
      for (const [name, value] of Object.entries(draft)) {
        // Not reset(), which would return radio buttons to the choice that they are rendered with.
        if (!typed[name]) setValue(name as Path<Values>, value, { shouldDirty: true });
      }
    }
    return subscribe({
      formState: { values: true },
      callback: ({ values, defaultValues }) => {
        const typed = changed(keep(values), defaultValues);
        writeDraft(key, Object.keys(typed).length > 0 ? typed : null);
      },
    });
  }, [key, keep, getValues, setValue, setValues, subscribe]);
}
