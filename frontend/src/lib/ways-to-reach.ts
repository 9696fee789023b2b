/** How customers can ask to be reached, in the order of the forms. */
export const waysToReach = [
  { value: "email", label: "Email" },
  { value: "sms", label: "Text" },
  { value: "phone", label: "Phone" },
] as const;

/** Return the hint for someone who asks for texts without agreeing to them, without which we send none. */
export const textsHint = (way: string | null | undefined, textUpdates: boolean | undefined) =>
  way === "sms" && !textUpdates
    ? "Check the box below to get texts. Until then, we'll email you."
    : undefined;
