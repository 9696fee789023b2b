import { useQuery } from "@tanstack/react-query";
import { currentUserQuery } from "~/api/auth";

/** Return whether the signed-in administrator is an owner. Office staff don't see what only owners may do. */
export function useIsOwner(): boolean {
  const { data } = useQuery(currentUserQuery);
  return data?.role === "owner";
}
