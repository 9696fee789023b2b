import { Tooltip as RadixTooltip } from "radix-ui";
import type { ReactNode } from "react";

/** Opens after 700 ms, at once when another was open within 300 ms. Wrap the pages that use tooltips. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <RadixTooltip.Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </RadixTooltip.Provider>
  );
}

/** A short hint on hover and focus. Never the only place where something is said. */
export function Tooltip({ hint, children }: { hint: ReactNode; children: ReactNode }) {
  return (
    <RadixTooltip.Root>
      <RadixTooltip.Trigger asChild>{children}</RadixTooltip.Trigger>
      <RadixTooltip.Portal>
        <RadixTooltip.Content
          sideOffset={6}
          className="z-50 max-w-64 rounded-md bg-harbor-900 px-3 py-2 text-xs text-white shadow-raised dark:border dark:border-border"
        >
          {hint}
        </RadixTooltip.Content>
      </RadixTooltip.Portal>
    </RadixTooltip.Root>
  );
}
