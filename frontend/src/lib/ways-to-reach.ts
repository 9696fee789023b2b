/** How customers can ask to be reached, in the order of the forms. */
export const waysToReach = [
  { value: "email", label: "Email" },
  { value: "sms", label: "Text" },
  { value: "phone", label: "Phone" },
] as const;
