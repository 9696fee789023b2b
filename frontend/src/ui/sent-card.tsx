import type { LucideIcon } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { Button, ButtonLink } from "./button";
import { Card } from "./card";

interface SentCardProps {
  title: string;
  icon: LucideIcon;
  /** What happens next, and by when. */
  next: ReactNode;
  /** What the user sent, as stored by the server. */
  children: ReactNode;
  /**
   * Where the view and the focus move: to the top of the page, to the card if it is one of several sections, or
   * nowhere, after a reload.
   */
  scrollTo: "page" | "card" | "nowhere";
  /** The page to follow the request on. Its button is outlined if `children` have the primary button. */
  follow: { label: string; to: string; variant?: "outline" | undefined };
  /** The button that brings back the empty form. */
  again: string;
  onAgain: () => void;
}

/** The confirmation that replaces a form after sending. Its heading takes the focus. */
export function SentCard({
  title,
  icon: Icon,
  next,
  children,
  scrollTo,
  follow,
  again,
  onAgain,
}: SentCardProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (scrollTo === "nowhere") return;
    // At once, even if pages scroll smoothly: the form at the current position is gone.
    if (scrollTo === "page") window.scrollTo({ top: 0, behavior: "instant" });
    else heading.current?.scrollIntoView({ block: "start", behavior: "instant" });
    heading.current?.focus({ preventScroll: true });
  }, [scrollTo]);
  return (
    <Card role="region" aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <h2
        ref={heading}
        id={id}
        tabIndex={-1}
        className="scroll-mt-8 rounded-sm text-2xl leading-[1.2] wrap-anywhere"
      >
        {title}
      </h2>
      <p className="flex items-start gap-[0.65rem] text-lg leading-[1.45]">
        <Icon className="mt-[0.12em] size-[1.25em] flex-none text-muted-foreground" />
        <span className="min-w-0 wrap-anywhere">{next}</span>
      </p>
      {children}
      <div className="grid gap-3 sm:flex sm:flex-wrap">
        <ButtonLink to={follow.to} variant={follow.variant}>
          {follow.label}
        </ButtonLink>
        <Button variant="outline" onClick={onAgain}>
          {again}
        </Button>
      </div>
    </Card>
  );
}

interface SentRowsProps {
  /** Rows without a value are left out. */
  rows: readonly { label: string; value: ReactNode }[];
}

/** What was sent, one row per field. */
export function SentRows({ rows }: SentRowsProps) {
  return (
    <dl className="@container text-sm">
      {rows
        .filter(({ value }) => value)
        .map(({ label, value }) => (
          <div
            key={label}
            className="gap-4 border-b border-border py-[0.55rem] last:border-0 @min-[17rem]:grid @min-[17rem]:grid-cols-[6.5rem_minmax(0,1fr)] @md:grid-cols-[9rem_minmax(0,1fr)]"
          >
            <dt className="text-muted-foreground">{label}</dt>
            <dd className="font-[550] whitespace-pre-line wrap-anywhere text-heading">{value}</dd>
          </div>
        ))}
    </dl>
  );
}

const MAX_GREETED_LENGTH = 30;

/** Return "Thanks, Patricia. " for a full name, or "Thanks. " if its first word is missing or too long to be a name. */
export function thanks(fullName: string): string {
  const [firstName = ""] = fullName.trim().split(/\s+/);
  return firstName && firstName.length <= MAX_GREETED_LENGTH ? `Thanks, ${firstName}. ` : "Thanks. ";
}
