import type { ReactNode } from "react";
import { Card } from "./card";

interface EmptyStateProps {
  title: string;
  /** One sentence. */
  children?: ReactNode;
  /** A drawing of 240 px, decorative. */
  drawing?: ReactNode;
  action?: ReactNode;
  level?: "h2" | "h3";
}

/** What a list shows when there is nothing in it yet. */
export function EmptyState({ title, children, drawing, action, level: Heading = "h3" }: EmptyStateProps) {
  return (
    <Card flush className="grid justify-items-center gap-3 px-6 py-10 text-center">
      {drawing && <div className="w-60 max-w-full">{drawing}</div>}
      <Heading className="font-sans text-xl leading-[1.27] font-bold tracking-normal">{title}</Heading>
      {children && <p className="max-w-88 text-sm text-muted-foreground">{children}</p>}
      {action && <div className="mt-2">{action}</div>}
    </Card>
  );
}
