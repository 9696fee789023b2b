import { EstimatePrice, setQuoteLook, useHouse } from "~/features/quotes";
import { scrollToSection } from "~/lib/scroll-to";
import { Button } from "~/ui/button";
import { leadsTo } from "~/ui/early-clicks";
import { ShareLook } from "~/ui/share-look";
import { type Look, lookInWords, storagePrice } from "../look";
import { lookCode } from "../look-code";

/** The price of the look, announced as it changes, and a button to request a quote for it. */
export function LookPrice({ look }: { look: Look }) {
  const { storeys, frontWidthFeet } = useHouse();
  const quoteIt = () => {
    setQuoteLook(look);
    scrollToSection("quote");
  };
  return (
    // The note has room for two lines, so that nothing moves when the estimate arrives.
    <div className="grid content-start gap-[0.9rem] border-t border-border pt-5 lg:col-start-3 lg:row-span-2 lg:row-start-1 lg:border-t-0 lg:border-l lg:pt-0 lg:pl-9 lg:[&_[data-note]]:min-h-[2lh]">
      <EstimatePrice
        choice={{
          servicePackage: look.servicePackage,
          addOns: [...look.addOns],
          ...(storeys ? { storeys } : {}),
          ...(frontWidthFeet ? { frontWidthFeet } : {}),
        }}
        inWords={lookInWords}
        beside={look.addOns.includes("storage") ? `plus ${storagePrice} for storage` : undefined}
      />
      <Button block onClick={quoteIt} {...leadsTo("quote")}>
        Quote this look
      </Button>
      <ShareLook code={lookCode(look)} />
    </div>
  );
}
