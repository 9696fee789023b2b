interface Author {
  authorName: string;
  channel: "site" | "text" | "email";
  /** The address of someone else than the customer. */
  otherSender: string;
}

const ways = { site: "", text: ", by text", email: ", by email" };

/** Return who wrote a comment and how, as staff read it. */
export function authorOf({ authorName, channel, otherSender }: Author): string {
  return otherSender ? `${otherSender} (not the customer's address)` : `${authorName}${ways[channel]}`;
}
