interface Author {
  authorName: string;
  channel: "site" | "text" | "email";
  /** The sender's address if it is not the customer's; otherwise "". */
  otherSender: string;
}

const channelSuffixes = { site: "", text: ", by text", email: ", by email" };

/** Return the author of a comment and the channel it came by, as staff see it. */
export function authorOf({ authorName, channel, otherSender }: Author): string {
  return otherSender
    ? `${otherSender} (not the customer's address)`
    : `${authorName}${channelSuffixes[channel]}`;
}
