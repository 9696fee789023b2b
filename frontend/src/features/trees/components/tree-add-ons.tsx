import type { UseFormRegister } from "react-hook-form";
import { catalog } from "~/api/catalog.gen";
import { Picture } from "~/drawings/pictures";
import { cx } from "~/lib/cx";
import { formatMoney } from "~/lib/format";
import { CheckMark, chosenClass } from "~/ui/check-mark";
import type { TreeOrderFormValues } from "../schemas";
import type { TreeAddOn } from "../totals";

/** The add-ons for a tree, one row each with a drawing and price. */
export function TreeAddOns({ register }: { register: UseFormRegister<TreeOrderFormValues> }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-[1.1rem]">
        <h2 className="text-2xl leading-[1.2]">Add-ons</h2>
      </legend>
      <div className="grid gap-3 md:grid-cols-2">
        {catalog.treeAddOns.map((addOn) => (
          <AddOnRow key={addOn.id} addOn={addOn} register={register} />
        ))}
      </div>
    </fieldset>
  );
}

function AddOnRow({ addOn, register }: { addOn: TreeAddOn; register: UseFormRegister<TreeOrderFormValues> }) {
  const { id, name, description, price } = addOn;
  return (
    <label
      className={cx(
        "ring-within relative grid min-h-19 grid-cols-[4.75rem_1fr_auto] grid-rows-[auto_auto] items-center gap-x-[0.9rem] rounded-md border-[1.5px] border-input bg-surface py-[0.6rem] pr-[0.9rem] pl-[0.6rem] text-sm leading-[1.35]",
        chosenClass,
      )}
    >
      <span className="col-start-3 row-start-1 mb-[0.2rem] self-end justify-self-end">
        <CheckMark
          aria-labelledby={`${id}-name ${id}-price`}
          aria-describedby={`${id}-description`}
          {...register(id)}
        />
      </span>
      <Picture
        name={id}
        alt=""
        className="col-start-1 row-span-2 row-start-1 w-19 rounded-sm dark:bg-harbor-300"
      />
      <span className="col-start-2 row-span-2 row-start-1">
        <span id={`${id}-name`} className="block font-bold text-heading">
          {name}
        </span>
        <span id={`${id}-description`} className="text-xs text-muted-foreground">
          {description}
        </span>
      </span>
      <span
        id={`${id}-price`}
        className="col-start-3 row-start-2 mt-[0.2rem] self-start justify-self-end font-bold text-heading tabular-nums"
      >
        {formatMoney(price)}
      </span>
    </label>
  );
}
