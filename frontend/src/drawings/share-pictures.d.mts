/** The hash of what the pictures of `public/` are drawn from. */
export function sourcesHash(): string;
