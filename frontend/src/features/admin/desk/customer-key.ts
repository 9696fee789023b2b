/** How the desk names a customer in an address: the account's id, or the guest's e-mail address in disguise. */
export function customerKey({ userId, email }: { userId: string | null; email: string }): string {
  if (userId) return userId;
  const bytes = new TextEncoder().encode(email.toLowerCase());
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}
