import { zodResolver } from "@hookform/resolvers/zod";
import * as z from "zod";
import { text } from "~/lib/zod-messages";

/** The rules for a comment. */
export const resolver = zodResolver(z.object({ content: text({ min: 1, max: 5000 }) }));
