import { Lightbulb } from "lucide-react";
import { useWatch } from "react-hook-form";
import { Note } from "~/ui/note";
import { lookWords } from "../quote-look";
import type { QuoteFields } from "../use-quote-form";

/** The look that the form took over from the house, or a note that it couldn't be read. */
export function YourLook({ form: { control }, isLost }: { form: QuoteFields; isLost: boolean }) {
  const [design, servicePackage, addOns] = useWatch({
    control,
    name: ["design", "servicePackage", "addOns"],
  });
  if (design) {
    return <Note icon={Lightbulb}>Your look: {lookWords(design, { servicePackage, addOns })}</Note>;
  }
  if (!isLost) return null;
  return (
    <div role="status">
      <Note icon={Lightbulb}>
        We couldn't read the look you chose, so your request goes without it. Everything else is still here.
        Choose the look again on our home page, or describe it below.
      </Note>
    </div>
  );
}
