import { zodResolver } from "@hookform/resolvers/zod";
import { treeOrderSchema } from "./schemas";

/** The rules as react-hook-form wants them. Loaded when somebody starts on the form. */
export const resolver = zodResolver(treeOrderSchema);
