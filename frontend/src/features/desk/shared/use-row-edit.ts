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

/** How the rows of an entity are read and changed. */
interface RowApi<Row, Change, Saved extends Row = Row> {
  keys: EntityKeys;
  fetch: (id: string) => Promise<Row>;
  /** `updatedAt` is the state that was on the screen: the server refuses (409) if there is a newer one. */
  save: (id: string, change: Change & { updatedAt: string }) => Promise<Saved>;
}

/** The controls of a row, as texts. */
export type RowValues = Record<string, string>;

/** What is sent for the controls that were changed, or what is wrong with one of them. */
export type RowBody<Change> = { body: Change; problem?: undefined } | { body?: undefined; problem: string };

/** What was typed into a row, beside what its controls said when typing began. */
interface Draft<Values> {
  values: Partial<Values>;
  before: Values;
}

/** A control that somebody else has set meanwhile. */
export interface Difference {
  name: string;
  from: string;
  to: string;
}

/** What follows from what was typed into a row, for controls that were left alone. */
type Follows<Values> = (typed: Partial<Values>, row: Values) => Partial<Values>;

const nothing = () => ({});

interface RowEditOptions<Row extends EditableRow, Values extends RowValues, Change, Saved extends Row> {
  rows: RowApi<Row, Change, Saved>;
  row: Row;
  /** The controls of a row. */
  read: (row: Row) => Values;
  /** The body for the controls that differ from the row. */
  body: (changed: Partial<Values>) => RowBody<Change>;
  /** The name of these controls, where a row has several that are saved each by themselves. */
  part?: string;
  /** The toast after saving: "Quote Updated". */
  saved: string;
  /** The keys of what else the change shows in: the queue, the figures. */
  affects?: QueryKey[];
  /** The controls that what was typed sets along with it, unless somebody chooses otherwise. */
  follows?: Follows<Values>;
  /** What the server answers may say more than the row does. */
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
  /** The names of the controls that were set along with what was typed. */
  following: string[];
  /** What somebody else has changed since typing began; empty almost always. */
  differences: Difference[];
}

function storedDraft<Values>(key: string): Draft<Values> | null {
  const draft = readDraft(key);
  const fits = typeof draft === "object" && draft !== null && "values" in draft && "before" in draft;
  return fits ? (draft as Draft<Values>) : null;
}

/** The parts that differ from the values of the row. */
function differing<Values extends RowValues>(parts: Partial<Values>, values: Values): Partial<Values> {
  const entries = Object.entries(parts).filter(([name, value]) => value !== values[name]);
  return Object.fromEntries(entries) as Partial<Values>;
}

/** The draft of a row, in the page and, for a reload or a new sign-in, in the browser tab. */
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
    // What the row says anyway is a choice where something else would follow.
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
 * Changes a row in place. What is typed survives failures, a reload and a new sign-in. The server is told which state
 * of the row is on the screen, and refuses when there is a newer one: then that one comes to the screen, `differences`
 * say what somebody else did, what was typed stays in its controls, and saving again is meant.
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
  // The list shows what was saved a moment after the draft is cleared. Until then the row on the screen is the one
  // before it, and one's own change would look like somebody else's.
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
      // What was typed while it was being saved stays.
      const typedSince = Object.entries(typed).filter(([name, value]) => value !== sent[name]);
      keep(Object.fromEntries(typedSince) as Partial<Values>, read(saved));
      putRow(queryClient, rows.keys, saved);
      void invalidate(queryClient, ...(options.affects ?? []));
      toast({ title: options.saved });
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
