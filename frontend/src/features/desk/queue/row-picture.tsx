import { catalog } from "~/api/catalog.gen";
import { Picture } from "~/drawings/pictures";
import { cx } from "~/lib/cx";
import { LookThumbnail } from "../shared/look-thumbnail";
import type { QueueItem } from "../shared/types";
import { kinds } from "./kinds";

const box =
  "grid h-11 w-15 flex-none place-items-center overflow-hidden rounded-[6px] bg-surface-2 text-muted-foreground";

/** Return the size of a row's tree, whose name begins its summary. */
function treeSizeOf({ treeOrderId, summary }: QueueItem) {
  return treeOrderId ? catalog.treeSizes.find(({ name }) => summary.startsWith(name))?.id : undefined;
}

/** A row's look or tree, or the icon of its kind. It repeats what the row says, so it has no text alternative. */
export function RowPicture({ item, className }: { item: QueueItem; className?: string }) {
  const { look, kind } = item;
  const { Icon } = kinds[kind];
  const tree = treeSizeOf(item);
  return (
    <span aria-hidden className={cx(box, className)}>
      {look ? (
        <LookThumbnail look={look} />
      ) : tree ? (
        // A fixed height: a percentage would be of the grid row, which is as tall as the picture itself.
        <Picture name={`tree-${tree}`} alt="" className="h-11 w-auto pt-[3px]" />
      ) : (
        <Icon className="size-6" strokeWidth={1.5} />
      )}
    </span>
  );
}
