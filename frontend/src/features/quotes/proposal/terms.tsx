import { useId } from "react";
import type { QuoteDetails } from "~/api/types";

const TERMS = "terms";

/** The terms that the customer agrees to. */
export function Terms({ terms }: Pick<QuoteDetails, "terms">) {
  const title = useId();
  return (
    <section id={TERMS} aria-labelledby={title} className="scroll-mt-4 text-sm">
      <p id={title} className="mb-2 text-[1rem] leading-[1.4] font-[650] text-heading">
        The terms
      </p>
      <ul className="grid list-disc gap-1 pl-5 wrap-anywhere text-muted-foreground">
        {terms.sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  );
}

/** The line above the button that says that accepting includes the terms, with a link to them. */
export function AgreeToTerms() {
  return (
    <p className="text-xs leading-normal text-muted-foreground">
      By accepting, you agree to{" "}
      <a href={`#${TERMS}`} className="text-link underline">
        the terms of this quote
      </a>
      .
    </p>
  );
}
