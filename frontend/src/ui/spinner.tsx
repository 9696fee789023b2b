import { LoaderCircle } from "lucide-react";

/** A turning ring with words: only where a skeleton has no shape to show. */
export function Spinner({ label }: { label: string }) {
  return (
    <p role="status" className="flex items-center justify-center gap-3 text-sm text-muted-foreground">
      <LoaderCircle aria-hidden className="size-6 flex-none animate-spin" strokeWidth={1.75} />
      {label}
    </p>
  );
}
