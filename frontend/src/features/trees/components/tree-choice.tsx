import { type Control, type UseFormRegister, useWatch } from "react-hook-form";
import { catalog } from "~/api/catalog.gen";
import { Card } from "~/ui/card";
import { FormTitle } from "~/ui/form/form-title";
import type { TreeOrderFormOutput, TreeOrderFormValues } from "../schemas";
import { TreeCard } from "./tree-card";

interface TreeChoiceProps {
  control: Control<TreeOrderFormValues, unknown, TreeOrderFormOutput>;
  register: UseFormRegister<TreeOrderFormValues>;
  /** Whether the form was opened for another tree, so that its first heading takes the focus. */
  focused: boolean;
}

/** The three trees, drawn to one scale. */
export function TreeChoice({ control, register, focused }: TreeChoiceProps) {
  const [size, lights, stand] = useWatch({
    control,
    name: ["treeSize", "includeTreeLights", "includeTreeStand"],
  });
  return (
    <Card>
      <FormTitle as="h2" id="choose-tree" focused={focused} className="mb-[1.1rem] text-2xl leading-[1.2]">
        Choose your tree
      </FormTitle>
      <div role="radiogroup" aria-labelledby="choose-tree" className="grid gap-4 md:grid-cols-3 md:gap-5">
        {catalog.treeSizes.map((tree) => (
          <TreeCard
            key={tree.id}
            tree={tree}
            chosen={tree.id === size}
            lights={lights === true}
            stand={stand === true}
            field={register("treeSize")}
          />
        ))}
      </div>
      <p className="mt-4 text-xs text-muted-foreground">
        Drawn to the same scale.
        <span className="hidden md:inline"> The person is 5 ft 8 in tall; each small mark is one foot.</span>
      </p>
    </Card>
  );
}
