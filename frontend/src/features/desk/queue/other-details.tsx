import { formatDayTime, formatMoneyExact } from "~/lib/format";
import { customerFact, invoiceFact } from "../shared/record-links";
import { DetailsFrame, type DetailsProps, KeyValues } from "./details-frame";
import { StepBar } from "./step-bar";
import { WhatHappened } from "./what-happened";
import { WhoPaid } from "./who-paid";

/** The details of a payment or a failed message that belongs to no quote or order. */
export function OtherDetails(props: DetailsProps) {
  const { row } = props;
  const { amount, email, createdAt, customerKey, invoiceId, status } = row.item;
  return (
    <DetailsFrame {...props} footer={!row.gone && <StepBar item={row.item} />}>
      <WhatHappened item={row.item} />
      {status === "unassigned" && !row.gone && <WhoPaid item={row.item} />}
      <KeyValues
        items={[
          { label: "Amount", value: amount && formatMoneyExact(amount) },
          { label: "Email", value: email },
          { label: "Since", value: formatDayTime(createdAt) },
          customerFact(customerKey),
          invoiceFact(invoiceId),
        ]}
      />
    </DetailsFrame>
  );
}
