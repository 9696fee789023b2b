import { useId } from "react";
import { preparedArt } from "./inline-art";
import address from "./svg/empty-address.svg?raw";
import quotes from "./svg/empty-quotes.svg?raw";
import schedule from "./svg/empty-schedule.svg?raw";
import storage from "./svg/empty-storage.svg?raw";

const drawings = { address, quotes, schedule, storage };

/** The drawing for an empty list. It is inline, so that its snow follows the theme. */
export function EmptyDrawing({ name }: { name: keyof typeof drawings }) {
  const prefix = `${useId()}-`;
  return (
    <div
      aria-hidden
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the text is a file in this folder
      dangerouslySetInnerHTML={{ __html: preparedArt(drawings[name], prefix) }}
    />
  );
}
