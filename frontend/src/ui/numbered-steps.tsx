import type { ReactNode } from "react";

interface NumberedStepsProps {
  steps: readonly { title: string; text: ReactNode }[];
}

/** A numbered list of what happens next. */
export function NumberedSteps({ steps }: NumberedStepsProps) {
  return (
    <ol className="grid gap-5">
      {steps.map((step, index) => (
        <li key={step.title} className="grid grid-cols-[2.25rem_1fr] gap-[0.9rem]">
          <span aria-hidden className="display text-[1.6rem] leading-[1.1] text-lamp-700 dark:text-lamp-400">
            {index + 1}
          </span>
          <span>
            <span className="block font-[650] text-heading">{step.title}</span>
            <span className="text-sm text-muted-foreground">{step.text}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}
