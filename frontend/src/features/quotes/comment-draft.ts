/** Where the unsent comment on a quote is stored. */
export const commentDraft = (quoteId: string) => `comment:${quoteId}`;
