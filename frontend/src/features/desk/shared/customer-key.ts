/** How the desk names a customer in an address: the account's id, or the guest's e-mail address in disguise. */
export function customerKey({ userId, email }: { userId: string | null; email: string }): string {
  if (userId) return userId;
  // ASCII letters only, as the server compares addresses: in Unicode, the lower case of the Kelvin sign is a k.
  const bytes = new TextEncoder().encode(email.replace(/[A-Z]/g, (letter) => letter.toLowerCase()));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}
