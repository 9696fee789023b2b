import { useQuery } from "@tanstack/react-query";
import { currentUserQuery } from "~/api/auth";

/** Whether the signed-in administrator is an owner. What only owners may do is left out for office staff. */
export function useIsOwner(): boolean {
  const { data } = useQuery(currentUserQuery);
  return data?.role === "owner";
}
