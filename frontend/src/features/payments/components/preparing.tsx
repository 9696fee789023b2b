import { LoaderCircle } from "lucide-react";

/** What stands where a card form is about to be. */
export function Preparing() {
  return (
    <p role="status" aria-busy="true" className="grid justify-items-center gap-3 py-10 text-muted-foreground">
      <LoaderCircle
        aria-hidden
        className="size-8 animate-spin text-heading motion-reduce:animate-none"
        strokeWidth={1.75}
      />
      Preparing secure payment
    </p>
  );
}
