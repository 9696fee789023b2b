import { catalog } from "~/api/catalog.gen";
import { Picture } from "~/drawings/pictures";

/** The add-ons with their published prices. */
export function AddOnList() {
  return (
    <>
      <h3 className="display mt-16 text-2xl">Add-ons</h3>
      <ul className="below-fold mt-5 grid border-t border-border min-[60rem]:grid-cols-2 min-[60rem]:gap-x-14">
        {catalog.addOns.map(({ id, name, description, priceLabel }) => (
          <li
            key={id}
            className="grid grid-cols-[5.5rem_1fr_auto] items-center gap-4 border-b border-border py-[0.9rem]"
          >
            <Picture name={id} alt="" className="w-22 rounded-sm dark:bg-harbor-300" />
            <div>
              <p className="font-[650] text-heading">{name}</p>
              <p className="text-sm leading-[1.4] text-muted-foreground">{description}.</p>
            </div>
            <p className="max-w-20 text-right text-sm font-[650] text-heading">{priceLabel}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
