import type { ComponentProps } from "react";
import { cx } from "~/lib/cx";
import { inputClass } from "~/ui/text-input";

/** The largest amount that fits a quote or an invoice. */
const MOST = 99_999_999.99;

/** Return "1284.50" as people write it: "1,284.50". Return "" for null. */
export function amountText(amount: string | null): string {
  return amount === null
    ? ""
    : Number(amount).toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

type Parsed = { amount: string | null; problem?: undefined } | { amount?: undefined; problem: string };

/**
 * Return a typed amount as the decimal string that is sent; null for an empty box. A dollar sign and commas between
 * thousands are accepted.
 */
export function parseAmount(text: string): Parsed {
  const plain = text.trim().replace(/^\$\s*/, "");
  if (plain === "") return { amount: null };
  const grouped = /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(plain);
  const digits = grouped ? plain.replaceAll(",", "") : plain;
  if (/^-/.test(digits) && !Number.isNaN(Number(digits))) return { problem: "The amount can't be below 0" };
  if (!/^(\d+\.?\d*|\.\d+)$/.test(digits)) return { problem: "Enter an amount like 1284.50" };
  if (/\.\d{3,}$/.test(digits)) return { problem: "Use at most two decimal places" };
  if (Number(digits) > MOST) return { problem: "The amount can't be over 99,999,999.99" };
  return { amount: Number(digits).toFixed(2) };
}

interface MoneyInputProps extends Omit<ComponentProps<"input">, "type" | "onChange" | "value"> {
  value: string;
  onChange: (text: string) => void;
  invalid?: boolean;
  /** Called on Enter. Rows are not forms, since Chromium takes seconds to process a thousand forms after each change. */
  onEnter?: () => void;
  onEscape?: () => void;
}

/** An amount in dollars. It is a text box, since the mouse wheel would change a number box. */
export function MoneyInput({
  value,
  onChange,
  invalid,
  onEnter,
  onEscape,
  className,
  ...rest
}: MoneyInputProps) {
  return (
    <span className={cx("relative block", className)}>
      <span
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted-foreground"
      >
        $
      </span>
      <input
        type="text"
        inputMode="decimal"
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={({ key }) => {
          if (key === "Enter") onEnter?.();
          if (key === "Escape") onEscape?.();
        }}
        aria-invalid={invalid || undefined}
        className={cx(inputClass, "min-h-target pl-7 text-right text-sm tabular-nums")}
        {...rest}
      />
    </span>
  );
}
