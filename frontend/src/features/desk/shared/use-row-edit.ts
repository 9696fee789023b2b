import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "~/api/errors";
import { type EntityKeys, invalidate } from "~/api/keys";
import { readDraft, writeDraft } from "~/lib/drafts";
import { toast } from "~/ui/toast";
import { putRow } from "./list-cache";
import { handleSaveError } from "./save-error";

/** A row that can be changed in place. */
interface EditableRow {
  id: string;
  updatedAt: string;
}

/** How the rows of an entity are fetched and saved. */
interface RowApi<Row, Change, Saved extends Row = Row> {
  keys: EntityKeys;
  fetch: (id: string) => Promise<Row>;
  /** `updatedAt` is the version on the screen: the server rejects the change (409) if there is a newer one. */
  save: (id: string, change: Change & { updatedAt: string }) => Promise<Saved>;
}

/** The values of a row's controls, as text. */
export type RowValues = Record<string, string>;

/** The body for the changed controls, or the error in one of them. */
export type RowBody<Change> = { body: Change; problem?: undefined } | { body?: undefined; problem: string };

/** The typed values, and the values that the controls had when typing began. */
interface Draft<Values> {
  values: Partial<Values>;
  before: Values;
}

/** A control whose value someone else has changed since. */
export interface Difference {
  name: string;
  from: string;
  to: string;
}

/** Returns the values that the typed ones imply for controls that were not touched. */
type Follows<Values> = (typed: Partial<Values>, row: Values) => Partial<Values>;

const nothing = () => ({});

interface RowEditOptions<Row extends EditableRow, Values extends RowValues, Change, Saved extends Row> {
  rows: RowApi<Row, Change, Saved>;
  row: Row;
  /** Returns the values of a row's controls. */
  read: (row: Row) => Values;
  /** Returns the body for the controls that differ from the row. */
  body: (changed: Partial<Values>) => RowBody<Change>;
  /** Names these controls in a row that has several groups, each saved separately. */
  part?: string;
  /** The title of the toast after saving: "Quote Updated". */
  saved: string;
  /** Returns the toast's description. */
  explain?: (saved: Saved) => string | undefined;
  /** The keys of other queries that depend on the row, such as the queue and the metrics. */
  affects?: QueryKey[];
  /** The values that the typed ones imply, unless the person selects others. */
  follows?: Follows<Values>;
  /** Called with the response, which may have more fields than the row. */
  onSaved?: (row: Saved) => void;
}

export interface RowEdit<Values> {
  values: Values;
  change: (part: Partial<Values>) => void;
  reset: () => void;
  save: () => void;
  isDirty: boolean;
  isSaving: boolean;
  problem: string | null;
  /** The names of the controls with implied values. */
  following: string[];
  /** What someone else has changed since typing began; usually empty. */
  differences: Difference[];
}

function storedDraft<Values>(key: string): Draft<Values> | null {
  const draft = readDraft(key);
  const isDraft = typeof draft === "object" && draft !== null && "values" in draft && "before" in draft;
  return isDraft ? (draft as Draft<Values>) : null;
}

/** Return the typed values that differ from the row's. */
function differing<Values extends RowValues>(parts: Partial<Values>, values: Values): Partial<Values> {
  const entries = Object.entries(parts).filter(([name, value]) => value !== values[name]);
  return Object.fromEntries(entries) as Partial<Values>;
}

/** Keep a row's draft in state and, for a reload or a new sign-in, in session storage. */
function useRowDraft<Values extends RowValues>(key: string, current: Values, follows: Follows<Values>) {
  const [draft, setDraft] = useState(() => storedDraft<Values>(key));
  const chosen: Partial<Values> = draft?.values ?? {};
  const followed = follows(chosen, current);
  const typed = differing({ ...followed, ...chosen }, current);
  const keep = (values: Partial<Values>, before = draft?.before ?? current) => {
    const next = Object.keys(values).length > 0 ? { values, before } : null;
    setDraft(next);
    writeDraft(key, next);
  };
  const change = (part: Partial<Values>) => {
    const values = { ...chosen, ...part };
    const follow = follows(values, current);
    // A value equal to the row's counts as selected if another value would be implied.
    const meant = Object.entries(values).filter(([name, value]) => value !== current[name] || name in follow);
    keep(Object.fromEntries(meant) as Partial<Values>);
  };
  const isDirty = Object.keys(typed).length > 0;
  const changedSince: Partial<Values> = draft && isDirty ? differing(draft.before, current) : {};
  const differences = Object.entries<string | undefined>(changedSince).map(([name, from = ""]) => ({
    name,
    from,
    to: current[name] ?? "",
  }));
  const following = Object.keys(followed).filter((name) => name in typed && !(name in chosen));
  return { typed, following, isDirty, differences, keep, change };
}

/**
 * Edit a row in place. What is typed survives failures, a reload and a new sign-in. The request has the version of the
 * row on the screen, and the server rejects it if there is a newer one. The newer row is then shown, `differences` has
 * the other person's changes, the typed values stay in the controls, and saving again overwrites on purpose.
 */
export function useRowEdit<
  Row extends EditableRow,
  Values extends RowValues,
  Change extends object,
  Saved extends Row,
>(options: RowEditOptions<Row, Values, Change, Saved>): RowEdit<Values> {
  const { rows, read, part } = options;
  const queryClient = useQueryClient();
  const [saved, setSaved] = useState<{ over: string; row: Saved } | null>(null);
  // The list shows the saved row a moment after the draft is cleared. Until then the old row is on the screen, and the
  // person's own change would look like someone else's.
  const row = saved?.over === options.row.updatedAt ? saved.row : options.row;
  const current = read(row);
  const draftKey = `desk:${rows.keys.all[0]}:${row.id}${part ? `:${part}` : ""}`;
  const { typed, following, isDirty, differences, keep, change } = useRowDraft(
    draftKey,
    current,
    options.follows ?? nothing,
  );
  const [problem, setProblem] = useState<string | null>(null);

  const saving = useMutation({
    mutationFn: ({ body }: { body: Change; sent: Partial<Values> }) =>
      rows.save(row.id, { ...body, updatedAt: row.updatedAt }),
    onSuccess: (saved, { sent }) => {
      setSaved({ over: options.row.updatedAt, row: saved });
      // Keep what was typed while the request was pending.
      const typedSince = Object.entries(typed).filter(([name, value]) => value !== sent[name]);
      keep(Object.fromEntries(typedSince) as Partial<Values>, read(saved));
      putRow(queryClient, rows.keys, saved);
      void invalidate(queryClient, ...(options.affects ?? []));
      toast({ title: options.saved, description: options.explain?.(saved) });
      options.onSaved?.(saved);
    },
    onError: (error) => {
      if (error instanceof ApiError) setProblem(Object.values(error.fieldErrors)[0]?.[0] ?? null);
      return handleSaveError(queryClient, rows, row.id, error);
    },
  });

  return {
    values: { ...current, ...typed },
    change: (part) => {
      setProblem(null);
      change(part);
    },
    reset: () => {
      setProblem(null);
      keep({});
    },
    save: () => {
      if (saving.isPending) return;
      const { body, problem: wrong } = options.body(typed);
      setProblem(wrong ?? null);
      if (body && Object.keys(body).length > 0) saving.mutate({ body, sent: typed });
    },
    isDirty,
    isSaving: saving.isPending,
    problem,
    following,
    differences,
  };
}
