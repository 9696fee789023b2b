import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "~/api/client";
import { invalidate } from "~/api/keys";
import { listQuery } from "~/api/pages";
import { freshQuery, getQuery } from "~/api/queries";
import type { components } from "~/api/schema.gen";
import { deskKeys } from "../shared/keys";

export type StaffMember = components["schemas"]["StaffMember"];
export type Invitation = components["schemas"]["Invitation"];
export type Role = StaffMember["role"];

export const roleNames: Record<Role, string> = { owner: "Owner", office: "Office" };

/** Everyone on the staff, and the open invitations. */
export const staffQuery = freshQuery(deskKeys.staff("list"), "/api/desk/staff");

/** Staff changes, exports, erasures and deletions, newest first; fetched again on each visit. */
export const securityEventsQuery = {
  ...listQuery(deskKeys.staff("events"), "/api/desk/security-events", { query: { limit: 20 } }),
  staleTime: 0,
};

/** What is deleted on the next run. */
export const retentionQuery = freshQuery(deskKeys.staff("retention"), "/api/desk/retention");

/** The kept documents of erased people that have exactly this number. */
export const keptDocumentsQuery = (reference: string) => ({
  ...getQuery(deskKeys.staff(`kept ${reference}`), "/api/desk/retained-documents", { query: { reference } }),
  enabled: reference !== "",
});

function useStaffMutation<Variables, Result>(mutationFn: (variables: Variables) => Promise<Result>) {
  const queryClient = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => void invalidate(queryClient, deskKeys.staffAll) });
}

export const useInvite = () =>
  useStaffMutation(({ email, role, idempotencyKey }: { email: string; role: Role; idempotencyKey: string }) =>
    api.post("/api/desk/staff/invitations", { body: { email, role }, idempotencyKey }),
  );

export const useWithdraw = () =>
  useStaffMutation((id: string) =>
    api.delete("/api/desk/staff/invitations/{invitation_id}", { path: { invitation_id: id } }),
  );

export const useChangeRole = () =>
  useStaffMutation(({ id, role }: { id: string; role: Role }) =>
    api.patch("/api/desk/staff/{staff_id}", { path: { staff_id: id }, body: { role } }),
  );

export const useRemoveFromStaff = () =>
  useStaffMutation((id: string) => api.delete("/api/desk/staff/{staff_id}", { path: { staff_id: id } }));

export const useRemoveSecondFactor = () =>
  useStaffMutation((id: string) =>
    api.post("/api/desk/staff/{staff_id}/remove-second-factor", { path: { staff_id: id } }),
  );
