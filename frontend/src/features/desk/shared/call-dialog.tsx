import { phoneHref } from "~/lib/phone";
import { Dialog } from "~/ui/dialog";
import { CallForm, type CallKind } from "./calls";

interface CallDialogProps {
  kind: CallKind;
  id: string;
  name: string;
  phone: string;
  open: boolean;
  onClose: () => void;
}

/** The dialog that logs a call. */
export function CallDialog({ kind, id, name, phone, open, onClose }: CallDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title={`Log a call with ${name}`}
      description={
        <>
          Phone number:{" "}
          <a className="text-link whitespace-nowrap tabular-nums" href={phoneHref("tel", phone)}>
            {phone}
          </a>
          . Every outcome except “Wrong number” counts as an answer.
        </>
      }
    >
      <CallForm kind={kind} id={id} onDone={onClose} />
    </Dialog>
  );
}
