import { useEffect, useState } from "react";
import type { DefaultValues } from "react-hook-form";
import { ApiError } from "~/api/errors";
import { readDraft, startKey, writeDraft } from "~/lib/drafts";
import { type AppFormOptions, useAppForm } from "~/ui/form/use-app-form";
import type { Difference, RowValues } from "./use-row-edit";

/** Something of which each change is a new version; `updatedAt` is null before the first. */
interface Versioned {
  updatedAt: string | null;
}

/** The version that typing started from. The server rejects changes (409) if there is a newer one. */
interface Start<Values> extends Versioned {
  values: Values;
}

interface VersionFormOptions<Row extends Versioned, Values extends RowValues, Output>
  extends Omit<AppFormOptions<Values, Output, Row>, "defaults" | "send"> {
  draft: string;
  row: Row;
  /** Returns the values of a row's fields. */
  read: (row: Row) => Values;
  fetchNewest: () => Promise<Row>;
  save: (values: Output, start: Start<Values>) => Promise<Row>;
}

/**
 * Return the state of a form that changes a version of something. What was typed survives a reload, a new sign-in and
 * someone else's save, after which the other fields have the newer version's values. The first attempt to save over that
 * version is rejected; `newer` then has it and its differences, and saving again overwrites on purpose.
 */
export function useVersionForm<Row extends Versioned, Values extends RowValues, Output>({
  row,
  read,
  fetchNewest,
  save,
  ...options
}: VersionFormOptions<Row, Values, Output>) {
  const startFrom = (version: Row) => ({ updatedAt: version.updatedAt, values: read(version) });
  const storedIn = startKey(options.draft);
  const [start, setStart] = useState(() => (readDraft(storedIn) as Start<Values> | null) ?? startFrom(row));
  const [newer, setNewer] = useState<{ version: Row; differences: Difference[] } | null>(null);

  const takeNewer = async () => {
    const version = await fetchNewest();
    const next = startFrom(version);
    const differences = Object.entries(next.values)
      .map(([name, to]) => ({ name, from: start.values[name] ?? "", to }))
      .filter(({ from, to }) => from !== to);
    setNewer({ version, differences });
    setStart(next);
    app.form.reset(next.values, { keepDirtyValues: true });
  };
  const app = useAppForm<Values, Output, Row>({
    ...options,
    defaults: read(row) as DefaultValues<Values>,
    send: async (values) => {
      try {
        return await save(values, start);
      } catch (error) {
        if (error instanceof ApiError && error.status === 409) await takeNewer();
        throw error;
      }
    },
    onSent: (saved) => {
      const next = startFrom(saved);
      setStart(next);
      setNewer(null);
      app.form.reset(next.values);
      options.onSent(saved);
    },
  });

  const { isDirty } = app.form.formState;
  useEffect(() => writeDraft(storedIn, isDirty ? start : null), [storedIn, isDirty, start]);
  return { app, newer, isDirty };
}
