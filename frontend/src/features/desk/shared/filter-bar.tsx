import type { ReactNode } from "react";
import { cx } from "~/lib/cx";
import { DateField } from "~/ui/date-field";
import { Field } from "~/ui/field";
import { Select } from "~/ui/select";
import { ChipRow } from "./chip-row";
import { useDeskParams } from "./use-desk-params";

export interface FilterOption {
  value: string;
  label: string;
}

/** The search and the filters with many options, above a list. */
export function FilterBar({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap">{children}</div>;
}

interface FilterChipsProps {
  /** Names the filter for screen readers: "Status". */
  label: string;
  /** The name of the query parameter. */
  name: string;
  options: readonly FilterOption[];
  /** The label of the chip for no filter. */
  all?: string;
}

/** A filter with few options, as a row of chips that scrolls sideways on phones. The selection is in the URL. */
export function FilterChips({ label, name, options, all = "All" }: FilterChipsProps) {
  const { get, set } = useDeskParams();
  return (
    <ChipRow
      label={label}
      options={[{ value: "", label: all }, ...options]}
      chosen={get(name)}
      onChoose={(value) => set({ [name]: value, open: null })}
    />
  );
}

interface FilterSelectProps {
  label: string;
  name: string;
  options: readonly FilterOption[];
  /** The label of the option for no filter. */
  all: string;
  className?: string;
}

/** A filter with many options, as a dropdown. The selection is in the URL. */
export function FilterSelect({ label, name, options, all, className }: FilterSelectProps) {
  const { get, set } = useDeskParams();
  return (
    <Field label={label} className={cx("sm:w-44", className)}>
      <Select
        value={get(name)}
        placeholder={all}
        onChange={(event) => set({ [name]: event.target.value, open: null })}
        options={options}
      />
    </Field>
  );
}

/** A filter by day, or by the first or last day. The selection is in the URL. */
export function DayFilter({ label, name }: { label: string; name: string }) {
  const { get, set } = useDeskParams();
  return (
    <Field label={label} className="min-w-0 sm:w-44">
      <DateField
        range="any"
        placeholder="Any day"
        value={get(name) || undefined}
        onChange={(day) => set({ [name]: day ?? null, open: null }, { replace: true })}
      />
    </Field>
  );
}

/** Return the order of a list, for its table. It is in the URL, unless it is `fallback`. */
export function useOrdering(fallback: string) {
  const { get, set } = useDeskParams();
  return {
    ordering: get("ordering") || fallback,
    onOrder: (ordering: string) => set({ ordering: ordering === fallback ? null : ordering }),
  };
}

/** The order of a list, for narrow screens without column heads. */
export function SortSelect({ options, fallback }: { options: readonly FilterOption[]; fallback: string }) {
  const { ordering, onOrder } = useOrdering(fallback);
  return (
    <Field label="Sort by" className="sm:w-44 lg:hidden">
      <Select value={ordering} onChange={({ target }) => onOrder(target.value)} options={options} />
    </Field>
  );
}
