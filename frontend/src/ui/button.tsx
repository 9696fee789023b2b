import { type ComponentProps, type MouseEvent, type ReactNode, useRef, useState } from "react";
import { Link } from "react-router";
import { cx } from "~/lib/cx";

interface ButtonLook {
  variant?: "primary" | "secondary" | "outline" | "ghost" | "destructive" | undefined;
  size?: "md" | "sm" | undefined;
  /** Full width. */
  block?: boolean | undefined;
}

const base =
  "inline-flex items-center justify-center gap-[0.55em] rounded-md border-[1.5px] text-center " +
  "font-[650] leading-[1.2] no-underline transition-colors duration-(--duration-quick) " +
  "unavailable:border-border unavailable:bg-surface-2 unavailable:text-muted-foreground unavailable:shadow-none";

const sizes = {
  md: "min-h-(--control) px-[1.35rem] py-(--control-y) text-base",
  sm: "min-h-target px-4 py-2 text-sm",
};

const variants = {
  primary:
    "border-transparent bg-primary text-primary-foreground shadow-[inset_0_-2px_0_oklch(0.62_0.13_62/0.45)] " +
    "enabled-hover:bg-primary-hover enabled-active:bg-primary-active",
  secondary: "border-transparent bg-secondary text-secondary-foreground enabled-hover:bg-secondary-hover",
  outline:
    "border-border-strong bg-surface text-heading enabled-hover:bg-surface-2 " +
    "night:border-white/55 night:bg-harbor-900/35 night:text-white night:enabled-hover:bg-harbor-900/70",
  ghost:
    "border-transparent text-heading enabled-hover:bg-surface-2 unavailable:border-transparent unavailable:bg-transparent " +
    "night:text-white night:enabled-hover:bg-white/10",
  destructive:
    "border-transparent bg-destructive text-destructive-foreground enabled-hover:bg-destructive-hover",
};

/** Return the classes of a button. */
function buttonClass({ variant = "primary", size = "md", block }: ButtonLook = {}): string {
  return cx(base, sizes[size], variants[variant], block && "w-full");
}

interface ButtonProps extends ButtonLook, Omit<ComponentProps<"button">, "onClick"> {
  /** If it returns a promise, the button is pending until the promise settles. */
  onClick?: ((event: MouseEvent<HTMLButtonElement>) => unknown) | undefined;
  /** Ignore clicks and show `pendingLabel`, also for work that the button did not start. */
  pending?: boolean | undefined;
  pendingLabel?: ReactNode;
}

/** An unavailable submit button does not submit, not even through Enter in a field of its form. */
const ignorePress = (event: MouseEvent) => event.preventDefault();

/**
 * A button. Its width fits the longer of its two labels, so the layout does not shift.
 *
 * `disabled` and `pending` set `aria-disabled` and ignore clicks. A natively disabled button would lose the focus, and
 * keyboard users would start at the top of the page again.
 */
export function Button({
  variant,
  size,
  block,
  pending = false,
  pendingLabel,
  disabled = false,
  className,
  children,
  type = "button",
  onClick,
  ...rest
}: ButtonProps) {
  const look = cx(buttonClass({ variant, size, block }), className);
  const [isWorking, press] = usePress(onClick);
  const isPending = pending || isWorking;
  const unavailable = isPending || disabled;
  return (
    <button
      type={type}
      className={look}
      aria-disabled={unavailable || undefined}
      onClick={unavailable ? ignorePress : press}
      {...rest}
    >
      {pendingLabel === undefined ? (
        children
      ) : (
        <span className="grid justify-items-center">
          <Label shown={!isPending}>{children}</Label>
          <Label shown={isPending}>{pendingLabel}</Label>
        </span>
      )}
    </button>
  );
}

/** Return whether the work of the last press is in progress, and a handler that ignores presses until it is done. */
function usePress(onClick: ButtonProps["onClick"]) {
  const [isWorking, setWorking] = useState(false);
  // A second press may come before the button has rendered as pending.
  const isBusy = useRef(false);
  const setBusy = (busy: boolean) => {
    isBusy.current = busy;
    setWorking(busy);
  };
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (isBusy.current) return;
    const work = onClick?.(event);
    if (!(work instanceof Promise)) return;
    setBusy(true);
    void work.finally(() => setBusy(false));
  };
  return [isWorking, press] as const;
}

function Label({ shown, children }: { shown: boolean; children: ReactNode }) {
  return (
    <span
      aria-hidden={!shown}
      className={cx("col-start-1 row-start-1 inline-flex items-center gap-[0.55em]", !shown && "invisible")}
    >
      {children}
    </span>
  );
}

type ButtonLinkProps = ButtonLook &
  (({ to: string } & Omit<ComponentProps<typeof Link>, "to">) | ({ href: string } & ComponentProps<"a">));

/** A link that looks like a button: `to` stays in the app, `href` loads a page (sign-in, phone, email). */
export function ButtonLink({ variant, size, block, className, ...rest }: ButtonLinkProps) {
  const look = cx(buttonClass({ variant, size, block }), className);
  return "to" in rest ? <Link className={look} {...rest} /> : <a className={look} {...rest} />;
}
