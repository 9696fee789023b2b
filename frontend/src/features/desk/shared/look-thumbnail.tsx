import type { Look } from "~/api/types";

/** A chosen look in small. It repeats what its row says, so it has no text. */
export function LookThumbnail({ look }: { look: Look }) {
  return (
    <img
      src={look.thumbnail}
      alt=""
      width={60}
      height={44}
      loading="lazy"
      decoding="async"
      className="size-full object-cover"
    />
  );
}
