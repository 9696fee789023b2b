import { type ReactNode, useEffect, useRef } from "react";
import { Skyline } from "~/drawings/skyline";
import { scrollToSection } from "~/lib/scroll-to";
import { Snowdrift } from "~/ui/band";

/** The state of a quote, order or invoice as text. */
export interface News {
  title: string;
  /** Who acts next, and by when. */
  lead: ReactNode;
}

interface StateBandProps extends News {
  /** What the page is about: "Quote 8f31c2d0 for Patricia Nolan". */
  reference: ReactNode;
  /** The five steps. */
  steps?: ReactNode;
  /** The look, or the tree; without it, the skyline. */
  picture?: ReactNode;
}

const STATE = "state";

/** The dark band at the top: the state as the heading, who acts next, the steps, and a picture of the look. */
export function StateBand({ title, lead, reference, steps, picture }: StateBandProps) {
  useFocusOnChange(title);
  return (
    <div className="night relative overflow-hidden bg-[#11233d]">
      <div className="wrap relative z-2 grid gap-6 pt-7 lg:grid-cols-[minmax(0,1fr)_27rem] lg:items-end lg:gap-16 lg:pt-12">
        <div className={picture ? "lg:self-start lg:pb-22" : "pb-26"}>
          <p className="mb-2 text-xs wrap-anywhere text-harbor-200">{reference}</p>
          <h1 id={STATE} tabIndex={-1} className="rounded-sm wrap-anywhere text-white">
            {title}
          </h1>
          <p className="lead mt-3 wrap-anywhere text-harbor-200 [&_a]:text-inherit [&_b]:font-[650] [&_b]:text-white">
            {lead}
          </p>
          {steps && <div className="mt-7 max-w-160">{steps}</div>}
        </div>
        {picture && <div className="-mx-gutter lg:mx-0">{picture}</div>}
      </div>
      {!picture && (
        <Skyline className="absolute right-0 bottom-[1.4rem] w-68 max-w-[92%] opacity-90 lg:right-[max(2rem,calc(50vw-38rem))] lg:bottom-[1.9rem] lg:w-136" />
      )}
      <Snowdrift />
    </div>
  );
}

/**
 * Move the focus to the heading when the state changes and the card with the focus disappears. If the card stays, such
 * as when only the price has changed, the focus stays too.
 */
function useFocusOnChange(title: string) {
  const shown = useRef(title);
  useEffect(() => {
    if (shown.current === title) return;
    shown.current = title;
    // A dialog that closes with its card returns the focus a moment later, to the region around the card.
    const timer = setTimeout(() => {
      if (document.activeElement?.matches("body, main")) scrollToSection(STATE);
    });
    return () => clearTimeout(timer);
  }, [title]);
}
