import { queryOptions, useQuery } from "@tanstack/react-query";
import { commaList, formatDayTime } from "~/lib/format";
import { NotLoaded } from "~/ui/not-loaded";
import { barAtBottom } from "../shared/bar-height";
import { customerFact, linkFact, treeOrderPath } from "../shared/record-links";
import { questionRows } from "../shared/rows";
import { DetailsFrame, DetailsPart, type DetailsProps, KeyValues } from "./details-frame";
import { SetAside } from "./set-aside";
import { TextsOff } from "./texts-off";
import { Tries } from "./tries";

const questionQuery = (id: string) =>
  queryOptions({
    queryKey: questionRows.keys.one(id),
    queryFn: () => questionRows.fetch(id),
    refetchOnMount: "always",
  });

/** The details of a question from someone without an open quote: their texts, emails and missed calls. */
export function QuestionDetails(props: DetailsProps) {
  const { row } = props;
  const { item } = row;
  const { treeOrderId, streetAddress, city, customerKey, summary, otherSender } = item;
  return (
    <DetailsFrame
      {...props}
      footer={
        !row.gone && (
          <div
            ref={barAtBottom}
            className="sticky bottom-0 flex flex-none flex-wrap items-center justify-end gap-2 border-t border-border bg-surface px-gutter py-3 lg:px-5"
          >
            <SetAside item={item} />
          </div>
        )
      }
    >
      <TextsOff item={item} />
      <Written id={item.id} />
      <p className="text-xs text-muted-foreground">
        There's no open quote to reply in. Call, text or email them, then log how it went.
      </p>
      <KeyValues
        items={[
          { label: "From", value: otherSender && `${otherSender}, not the order's customer` },
          { label: "About", value: summary.replaceAll("Christmas ", "") },
          { label: "Deliver to", value: commaList(streetAddress, city) },
          linkFact("Tree order", treeOrderId && treeOrderPath(treeOrderId), "View tree order"),
          customerFact(customerKey),
        ]}
      />
      <Tries subject="questions" id={item.id} item={item} />
    </DetailsFrame>
  );
}

const kinds = { text: "Text", email: "Email", call: "Call" };

/** What they wrote, oldest first. */
function Written({ id }: { id: string }) {
  const question = useQuery(questionQuery(id));
  const { data } = question;
  return (
    <DetailsPart title="Messages and calls">
      <NotLoaded query={question} name="what they wrote" bar="h-12 w-3/5" />
      {data && (
        <ul className="grid gap-2.5">
          {data.entries.map(({ id, kind, words, createdAt }) => (
            <li key={id} className="grid gap-0.5">
              <p className="flex justify-between gap-4 text-xs text-muted-foreground">
                <b className="text-heading">{kinds[kind]}</b>
                <time dateTime={createdAt}>{formatDayTime(createdAt)}</time>
              </p>
              <p className="rounded-md rounded-tl-sm border border-border bg-surface px-3 py-2 whitespace-pre-wrap wrap-anywhere">
                {words}
              </p>
            </li>
          ))}
        </ul>
      )}
    </DetailsPart>
  );
}
