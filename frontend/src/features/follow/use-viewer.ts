import { useSession } from "~/api/auth";
import type { CurrentUser } from "~/api/types";

/** Who is viewing the page: its owner, someone with its private link, or staff, for whom it is read-only. */
export type Viewer =
  | { is: "owner"; user: CurrentUser }
  | { is: "staff"; user: CurrentUser }
  | { is: "bearer"; user: CurrentUser | null };

/** Return who is viewing a row of the user `ownerId` (null for a guest's row); undefined until that is known. */
export function useViewer(ownerId: string | null | undefined): Viewer | undefined {
  // This always asks the server, whose response also sets the CSRF token that the page's buttons send.
  const { user, isPending } = useSession();
  if (isPending || ownerId === undefined) return undefined;
  if (user && user.id === ownerId) return { is: "owner", user };
  return user?.isAdmin ? { is: "staff", user } : { is: "bearer", user };
}
