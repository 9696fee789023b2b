import type { ReactNode } from "react";
import { Card } from "./card";

interface EmptyStateProps {
  title: string;
  /** One sentence. */
  children?: ReactNode;
  /** A decorative drawing, 240 px wide. */
  drawing?: ReactNode;
  action?: ReactNode;
  level?: "h2" | "h3";
}

/** The content of an empty list. */
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
