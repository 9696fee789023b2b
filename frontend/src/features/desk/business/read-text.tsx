import { WrittenText } from "~/ui/written-text";

/** A text as its page shows it, in a box that scrolls. Several can be open at once, so their headings have no IDs. */
export function ReadText({ label, html }: { label: string; html: string }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="max-h-144 overflow-y-auto"
    >
      <WrittenText html={html.replace(/ (id|aria-labelledby)="[^"]*"/g, "")} />
    </section>
  );
}
