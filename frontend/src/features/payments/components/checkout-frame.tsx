import type { ReactNode } from "react";
import { House } from "~/drawings/house";
import { Card } from "~/ui/card";
import { Page } from "~/ui/page";
import { PhoneLink } from "~/ui/phone-link";
import { type SumLine, SumLines } from "./sum-lines";

interface CheckoutFrameProps {
  /** What is being paid for; the last line is the amount due now. Empty until it is known. */
  lines: readonly SumLine[];
  /** Whether the content has its own card. */
  bare?: boolean;
  children: ReactNode;
}

/** The illustrated house and the amount due, beside the payment form. */
export function CheckoutFrame({ lines, bare = false, children }: CheckoutFrameProps) {
  return (
    <Page>
      <div className="wrap pt-[clamp(2rem,1rem+4vw,4rem)] pb-section">
        <div className="mx-auto grid max-w-248 gap-10 lg:grid-cols-[1fr_1.4fr] lg:items-start">
          <aside aria-label="What you're paying for">
            <div className="overflow-hidden rounded-panel bg-[#15304f]">
              <House package="premium" addOns={["wreaths"]} crop="card" className="block aspect-16/11" />
            </div>
            <SumLines lines={lines} className="mt-6" />
            <p className="mt-4 text-sm text-muted-foreground">
              Questions? Call <PhoneLink />.
            </p>
          </aside>
          {bare ? children : <Card className="min-w-0">{children}</Card>}
        </div>
      </div>
    </Page>
  );
}
