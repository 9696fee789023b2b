import type { ListResult } from "~/api/pages";
import { Button } from "./button";

interface ShowMoreProps {
  list: Pick<ListResult<unknown>, "hasNextPage" | "fetchNextPage" | "isFetchingNextPage">;
  size?: "sm";
  className?: string;
}

/** The button that loads a list's next page, while there is one. */
export function ShowMore({ list, size, className }: ShowMoreProps) {
  if (!list.hasNextPage) return null;
  return (
    <Button
      variant="outline"
      size={size}
      className={className}
      onClick={() => void list.fetchNextPage()}
      pending={list.isFetchingNextPage}
      pendingLabel="Loading more..."
    >
      Show more
    </Button>
  );
}
