import { useEffect, useRef, useState } from "react";
import type { ListResult } from "~/api/pages";
import { cx } from "~/lib/cx";
import { FormAlert } from "./alert";
import { Button } from "./button";

interface ShowMoreProps {
  list: Pick<
    ListResult<unknown>,
    "hasNextPage" | "fetchNextPage" | "isFetchingNextPage" | "isFetchNextPageError"
  >;
  size?: "sm";
  className?: string;
}

/** The button that loads a list's next page. After the last page, a note replaces it and takes over its focus. */
export function ShowMore({ list, size, className }: ShowMoreProps) {
  const [isUsed, setIsUsed] = useState(false);
  if (!list.hasNextPage) return isUsed ? <EndOfList className={className} /> : null;
  const showMore = () => {
    setIsUsed(true);
    void list.fetchNextPage();
  };
  return (
    <>
      {list.isFetchNextPageError && <FormAlert>We couldn't load more of the list.</FormAlert>}
      <Button
        variant="outline"
        size={size}
        className={className}
        onClick={showMore}
        pending={list.isFetchingNextPage}
        pendingLabel="Loading more..."
      >
        Show more
      </Button>
    </>
  );
}

function EndOfList({ className }: { className?: string | undefined }) {
  const note = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // If a search or a filter has ended the list, the focus is there and stays there.
    if (document.activeElement === document.body) note.current?.focus({ preventScroll: true });
  }, []);
  return (
    <p ref={note} tabIndex={-1} className={cx("text-sm text-muted-foreground", className)}>
      That's all of them.
    </p>
  );
}
