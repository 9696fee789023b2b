import type { EditedText } from "./api";

/** What a text can name in braces, so that it follows the business's details and the prices. */
export function Placeholders({ of }: { of: EditedText["placeholders"] }) {
  return (
    <details className="text-sm">
      <summary className="flex min-h-target cursor-pointer items-center text-link">
        What you can write in braces
      </summary>
      <p className="text-muted-foreground">
        The page shows the value instead, also after it changes: {"{phone}"} is your phone number.
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
