import { type ReactNode, useId } from "react";
import { Card } from "~/ui/card";

/** A part of the page under its heading. */
export function Section({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  const id = useId();
  return (
    <Card role="group" aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] content-start gap-3.5">
      <div>
        <h3 id={id} className="text-xl">
          {title}
        </h3>
        {text && <p className="mt-1 text-sm text-muted-foreground">{text}</p>}
      </div>
      {children}
    </Card>
  );
}
