import type { ReactNode } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { TreeDrawing } from "~/drawings/tree-drawing";
import { formatMoney } from "~/lib/format";
import { RadioMark } from "~/ui/check-mark";
import type { TreeSize } from "../totals";

interface TreeCardProps {
  tree: TreeSize;
  chosen: boolean;
  lights: boolean;
  stand: boolean;
  field: UseFormRegisterReturn<"treeSize">;
}

/** Return the name without a line break in the height: "Premium" over "8-10 ft Tree", never "8-" over "10 ft". */
function unbroken(name: string): ReactNode[] {
  return name.split(/(\d[\d-]* ft)/).map((part) =>
    /^\d/.test(part) ? (
      <span key={part} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  );
}

/** One tree to choose. Once chosen, its picture shows a night scene with the chosen add-ons. */
export function TreeCard({ tree, chosen, lights, stand, field }: TreeCardProps) {
  const id = `tree-${tree.id}`;
  return (
    <label className="group ring-within relative grid grid-cols-[min(8rem,30%)_minmax(0,1fr)] max-[16rem]:grid-cols-1 overflow-hidden rounded-card border-[1.5px] border-input bg-surface has-checked:border-selected-border forced-colors:has-checked:border-[Highlight] has-checked:not-has-focus-visible:shadow-[inset_0_0_0_1.5px_var(--selected-border),var(--shadow-lit)] md:grid-cols-1 md:grid-rows-[auto_1fr]">
      <span className="flex items-end justify-center overflow-hidden bg-harbor-100 px-2 pt-3 group-has-checked:bg-[#15304f] group-has-checked:[--figure:#5a758e] group-has-checked:[--ruler:#abbdcd] md:px-4 md:pt-5 dark:bg-harbor-800">
        <TreeDrawing
          size={tree.id}
          lights={chosen && lights}
          stand={chosen && stand}
          className="aspect-4/5 w-[146%] flex-none max-md:[&_:is(.ruler,.scale-figure)]:hidden md:w-full"
        />
      </span>
      <span className="px-[1.1rem] pt-[1.1rem] pb-5">
        <span
          id={`${id}-name`}
          className="block pr-8 text-lg leading-[1.27] font-bold text-balance text-heading md:pr-0"
        >
          {unbroken(tree.name)}
        </span>
        <span id={`${id}-price`} className="mt-[0.35rem] block">
          <span className="text-2xl leading-[1.2] font-bold text-heading">{formatMoney(tree.price)}</span>{" "}
          <span className="text-sm text-muted-foreground sm:whitespace-nowrap">
            + {formatMoney(tree.deliveryPrice)} delivery
          </span>
        </span>
        <span
          id={`${id}-features`}
          className="mt-[0.6rem] grid gap-1 text-sm leading-[1.4] text-muted-foreground"
        >
          <span className="font-semibold text-foreground">{tree.service}</span>
          {tree.features.map((feature) => (
            <span key={feature}>{feature}</span>
          ))}
        </span>
      </span>
      <span className="absolute top-4 right-4">
        <RadioMark
          value={tree.id}
          defaultChecked={tree.id === "modest_6ft"}
          aria-labelledby={`${id}-name ${id}-price`}
          aria-describedby={`${id}-features`}
          {...field}
        />
      </span>
    </label>
  );
}
