import { TriangleAlert } from "lucide-react";
import type { ReactNode, Ref } from "react";

/** The alert above a form, about invalid fields or an error. */
export function FormAlert({ children, ref }: { children: ReactNode; ref?: Ref<HTMLDivElement> }) {
  return (
    <div
      ref={ref}
      role="alert"
      // The form moves the focus here if no field is invalid.
      tabIndex={-1}
      className="flex items-start gap-[0.45em] rounded-md bg-(--tone-red-bg) px-4 py-[0.8rem] text-sm leading-[1.35] font-[550] text-(--tone-red-fg) outline-1 outline-transparent"
    >
      <TriangleAlert className="mt-[0.05em] size-[1.25em] flex-none" />
      <div>{children}</div>
    </div>
  );
}
