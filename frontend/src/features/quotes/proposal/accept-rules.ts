import { zodResolver } from "@hookform/resolvers/zod";
import * as z from "zod";
import { text } from "~/lib/zod-messages";

/** The rules for someone who types their name. */
export const typedName = zodResolver(
  z.object({ acceptedBy: text({ message: "Enter your full name", min: 1, max: 200 }) }),
);

/** The rules for someone whose name is known from their account. */
export const noName = zodResolver(z.object({ acceptedBy: text({ max: 200 }) }));
