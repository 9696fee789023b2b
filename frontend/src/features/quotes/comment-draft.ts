/** Return the draft key of the comment form on a quote. */
export const commentDraft = (quoteId: string) => `comment:${quoteId}`;
