import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";

/** The breakdown of a price, collapsed at first. */
export function PriceDetails({ children }: { children: ReactNode }) {
  return (
    <details className="group mt-3 border-t border-border">
      <summary className="flex min-h-target cursor-pointer list-none items-center justify-between text-sm font-semibold text-heading [&::-webkit-details-marker]:hidden">
        What's in it
        <ChevronDown className="size-[1.25em] group-open:rotate-180" />
      </summary>
      {children}
    </details>
  );
}
