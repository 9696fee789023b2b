/** Return the key of a customer in URLs: the account's ID, or the guest's email address, encoded. */
export function customerKey({ userId, email }: { userId: string | null; email: string }): string {
  if (userId) return userId;
  // ASCII letters only, as the server compares addresses: in Unicode, the lower case of the Kelvin sign is a k.
  const bytes = new TextEncoder().encode(email.replace(/[A-Z]/g, (letter) => letter.toLowerCase()));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}
