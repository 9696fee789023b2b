import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { hasFailed } from "~/api/failed";
import { Button, ButtonLink } from "../button";
import { ErrorState } from "../error-state";
import { SkeletonRegion } from "../skeleton";
import { ConfirmIdentity, useConfirmed } from "./confirm-identity";
import { EraseDialog, ErasureReasons } from "./erase-dialog";
import { archiveUrl, erasureQuery, OPEN } from "./plan";

interface PersonalDataProps {
  /** The key of the person's page on the desk; null for the user's own data. */
  customerKey: string | null;
  onErased: () => void;
}

/** The download of everything about a person and its erasure, behind a button. */
export function PersonalData(props: PersonalDataProps) {
  const [params, setParams] = useSearchParams();
  const [hasReturned] = useState(params.has(OPEN));
  if (params.has(OPEN)) return <Opened {...props} hasReturned={hasReturned} />;
  const open = () => {
    params.set(OPEN, "1");
    setParams(params, { replace: true, preventScrollReset: true });
  };
  return (
    <Button size="sm" variant="outline" className="justify-self-start" onClick={open}>
      Download or erase
    </Button>
  );
}

/**
 * Both need a recent sign-in. After the user confirms their identity on another page, this takes the focus
 * (`hasReturned`), because it is far down the page.
 */
function Opened({ customerKey, onErased, hasReturned }: PersonalDataProps & { hasReturned: boolean }) {
  const erasure = useQuery(erasureQuery(customerKey));
  const { data } = erasure;
  const confirmed = useConfirmed();
  const [asking, setAsking] = useState(false);
  const content = useRef<HTMLDivElement>(null);
  const isLoaded = Boolean(data) && confirmed !== undefined;
  useEffect(() => {
    if (hasReturned && isLoaded) content.current?.focus();
  }, [hasReturned, isLoaded]);
  if (hasFailed(erasure)) {
    return <ErrorState atDesk={customerKey !== null} title="We couldn't load this" query={erasure} />;
  }
  if (!data || confirmed === undefined) {
    return <SkeletonRegion label="Loading" bar="h-20" />;
  }
  return (
    <div ref={content} tabIndex={-1} className="grid scroll-my-24 gap-4">
      <ErasureReasons reasons={data.reasons} />
      {!confirmed && <ConfirmIdentity what="download or erase this data" />}
      {confirmed && (
        <div className="flex flex-wrap gap-3">
          <ButtonLink size="sm" variant="outline" href={archiveUrl(customerKey)} download>
            <Download className="size-[1.25em]" />
            Download everything (ZIP)
          </ButtonLink>
          {data.reasons.length === 0 && (
            <Button size="sm" variant="outline" onClick={() => setAsking(true)}>
              Erase data…
            </Button>
          )}
        </div>
      )}
      {asking && (
        <EraseDialog
          customerKey={customerKey}
          plan={data}
          onClose={() => setAsking(false)}
          onErased={onErased}
        />
      )}
    </div>
  );
}
