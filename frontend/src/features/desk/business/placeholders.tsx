import type { EditedText } from "./api";

/** The placeholders for the business's details and prices that a text can contain. */
export function Placeholders({ of }: { of: EditedText["placeholders"] }) {
  return (
    <details className="text-sm">
      <summary className="flex min-h-target cursor-pointer items-center text-link">
        What you can write in braces
      </summary>
      <p className="text-muted-foreground">
        The page always shows the current value instead: {"{phone}"} becomes your phone number.
      </p>
      <dl className="mt-2 grid gap-x-4 gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)]">
        {of.map(({ name, value }) => (
          <div key={name} className="contents">
            <dt className="font-mono text-xs wrap-anywhere text-heading">{`{${name}}`}</dt>
            <dd className="text-xs wrap-anywhere text-muted-foreground">{value || "empty"}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
