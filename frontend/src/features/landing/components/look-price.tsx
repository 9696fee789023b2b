import { setQuoteLook } from "~/features/quotes";
import { scrollToSection } from "~/lib/scroll-to";
import { Button } from "~/ui/button";
import { ShareLook } from "~/ui/share-look";
import { type Look, lookInWords, priceOf, startingCents, storagePrice } from "../look";
import { lookCode } from "../look-code";

/** What the look starts at, announced as it changes, and the way to a quote for exactly this look. */
export function LookPrice({ look }: { look: Look }) {
  const custom = startingCents(look) === null;
  const quoteIt = () => {
    setQuoteLook(look);
    scrollToSection("quote");
  };
  return (
    <div className="grid content-start gap-[0.9rem] border-t border-border pt-5 lg:border-t-0 lg:border-l lg:pt-0 lg:pl-9">
      <p aria-live="polite" aria-atomic="true">
        <span className="block text-sm leading-snug text-muted-foreground">
          {lookInWords(look)}
          {/* Only speech needs a pause before "Custom Quote"; on the screen it is a line of its own. */}
          {custom ? <span className="sr-only">,</span> : ", starting at"}{" "}
        </span>
        <span className="display block text-3xl leading-[1.1]">{priceOf(look)}</span>
        {look.addOns.includes("storage") && (
          <span className="block text-sm text-muted-foreground"> plus {storagePrice} for storage</span>
        )}
      </p>
      <Button block onClick={quoteIt}>
        Quote this look
      </Button>
      <ShareLook code={lookCode(look)} />
    </div>
  );
}
