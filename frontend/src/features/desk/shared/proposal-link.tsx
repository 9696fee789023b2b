import { type Location, useLocation } from "react-router";
import { deskPath, paths } from "~/lib/paths";
import { ButtonLink } from "~/ui/button";
import { quotePath } from "./record-links";

interface ProposalLinkProps {
  quoteId: string;
  /** "Write a proposal". */
  children: string;
  className?: string;
  "aria-label"?: string;
}

/** The link to the editor of a quote's proposal, which leads back to the view that it was opened from. */
export function ProposalLink({ quoteId, ...rest }: ProposalLinkProps) {
  const { search } = useLocation();
  return (
    <ButtonLink
      to={deskPath("quotes", { proposal: quoteId })}
      state={{ back: search }}
      size="sm"
      variant="outline"
      {...rest}
    />
  );
}

/** Return where the editor's "back" leads: to the view that it was opened from, or to the quote. */
export function proposalBack({ state }: Location, quoteId: string): { to: string; label: string } {
  const back: unknown = (state as { back?: unknown } | null)?.back;
  if (typeof back !== "string") return { to: quotePath(quoteId), label: "Quote Management" };
  const tab = new URLSearchParams(back).get("tab") ?? "due";
  return { to: `${paths.admin}${back}`, label: tab === "due" ? "Due now" : "Quote Management" };
}
