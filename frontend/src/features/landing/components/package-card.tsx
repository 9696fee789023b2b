import type { catalog } from "~/api/catalog.gen";
import { Picture, type PictureName } from "~/drawings/pictures";
import { cx } from "~/lib/cx";
import { Button } from "~/ui/button";
import { CheckedList } from "~/ui/checked-list";
import { leadsTo } from "~/ui/early-clicks";

type Package = (typeof catalog.packages)[number];

interface PackageCardProps {
  item: Package;
  picture: PictureName;
  /** One line that says who it is for. */
  line: string;
  onSelect: () => void;
}

/** One column of the price board. The one with a badge is dark, taller, and has an amber edge. */
export function PackageCard({ item, picture, line, onSelect }: PackageCardProps) {
  const lit = item.badge !== null;
  return (
    <article
      className={cx(
        "below-fold flex flex-col overflow-hidden rounded-card border",
        lit
          ? "night border-lamp-500 bg-harbor-900 text-harbor-100 shadow-[0_0_0_1px_var(--color-lamp-500),var(--shadow-raised)]"
          : "border-border bg-surface shadow-card dark:shadow-none min-[60rem]:my-5",
      )}
    >
      <div className="below-fold relative aspect-16/10 overflow-hidden bg-[#15304f]">
        <Picture name={picture} alt="" className="size-full object-cover" />
        {item.badge && (
          <span className="absolute top-4 left-4 rounded-sm bg-lamp-400 px-[0.7rem] py-[0.3rem] text-xs font-bold text-harbor-950">
            {item.badge}
          </span>
        )}
      </div>
      <div className="flex flex-1 flex-col p-card">
        <h3 className="night:text-white">{item.name}</h3>
        <PackagePrice label={item.priceLabel} />
        <p className="mt-[0.6rem] text-sm">{line}</p>
        <CheckedList items={item.features} className="mt-[1.1rem] mb-7 gap-[0.6rem]" />
        <Button
          variant={lit ? "primary" : "outline"}
          block
          className="mt-auto"
          onClick={onSelect}
          {...leadsTo("quote")}
        >
          {item.action}
          <span className="sr-only">: {item.name}</span>
        </Button>
      </div>
    </article>
  );
}

/** "Starting at $299" with the amount in the display font; a label without an amount is all in that font. */
function PackagePrice({ label }: { label: string }) {
  const [, words, amount] = /^(.*?)(\$\S+)$/.exec(label) ?? [];
  return (
    <p className="display mt-[0.35rem] text-3xl leading-[1.1] night:text-white">
      {words && (
        <span className="mr-[0.2em] font-sans text-sm leading-none font-medium tracking-normal text-muted-foreground night:text-harbor-200">
          {words}
        </span>
      )}
      {amount ?? label}
    </p>
  );
}
