import type { ComponentProps } from "react";

/** A field that only bots fill in: off screen, out of the tab order and hidden from assistive technology. */
export function Honeypot(props: Omit<ComponentProps<"input">, "type" | "name"> & { name?: string }) {
  return (
    <div aria-hidden className="absolute top-auto -left-[9999px] size-px overflow-hidden">
      <label>
        Website
        <input type="text" name="website" tabIndex={-1} autoComplete="off" {...props} />
      </label>
    </div>
  );
}
