import { phoneHref } from "~/lib/phone";
import { Dialog } from "~/ui/dialog";
import { CallForm, type CallKind, outcomeWords } from "./calls";
import type { LoggedCall } from "./types";

interface CallDialogProps {
  kind: CallKind;
  id: string;
  name: string;
  phone: string | null;
  /** How the customer wants to be reached. */
  preference?: "phone" | "sms" | "email" | null;
  onClose: () => void;
  onLogged?: (call: LoggedCall) => void;
}

const channels = { phone: "phone", sms: "text", email: "email" } as const;

/** The dialog that logs a call. */
export function CallDialog(props: CallDialogProps) {
  const { kind, id, name, phone, preference, onClose, onLogged } = props;
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={`Log a call with ${name}`}
      description={
        <>
          {phone && (
            <>
              Phone number:{" "}
              <a className="text-link whitespace-nowrap tabular-nums" href={phoneHref("tel", phone)}>
                {phone}
              </a>
              .{" "}
            </>
          )}
          Only “{outcomeWords("reached", "phone")}” or “{outcomeWords("reached", "text")}” counts as answered.
          Anything else is a try.
        </>
      }
    >
      <CallForm
        kind={kind}
        id={id}
        channel={channels[preference ?? "phone"]}
        onLogged={(call) => {
          onClose();
          onLogged?.(call);
        }}
      />
    </Dialog>
  );
}
