import { useSession } from "~/api/auth";
import type { CurrentUser } from "~/api/types";

/** Who looks at the page: the owner, someone who has its private link, or staff, who only look. */
export type Viewer =
  | { is: "owner"; user: CurrentUser }
  | { is: "staff"; user: CurrentUser }
  | { is: "bearer"; user: CurrentUser | null };

/** Return who looks at a row of the user `ownerId` (null: a guest's); undefined while that is not known. */
export function useViewer(ownerId: string | null | undefined): Viewer | undefined {
  // Always asks the server, whose response also has the token that the page's buttons send.
  const { user, isPending } = useSession();
  if (isPending || ownerId === undefined) return undefined;
  if (user && user.id === ownerId) return { is: "owner", user };
  return user?.isAdmin ? { is: "staff", user } : { is: "bearer", user };
}
