import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { statusOptions } from "~/api/statuses";
import { Button } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { Note } from "~/ui/note";
import { DeskTableList, useDeskList } from "../shared/desk-list";
import { FilterBar, FilterSelect } from "../shared/filter-bar";
import { SearchBox } from "../shared/search-box";
import { useDeskParams } from "../shared/use-desk-params";
import { MessageRow, messageColumns } from "./message-row";
import { kindInWords } from "./message-words";
import { messagesQuery, outboxSummaryQuery } from "./outbox-api";

const cleared = { q: null, status: null, kind: null };

/** All messages, with their subject, state and content. */
export function Outbox() {
  const { get, set } = useDeskParams();
  const filters = { q: get("q"), status: get("status"), kind: get("kind") };
  const list = useDeskList(messagesQuery(filters));
  const { data: summary } = useQuery(outboxSummaryQuery);
  const kinds = (summary?.kinds ?? []).map((value) => ({ value, label: kindInWords(value) }));
  return (
    <>
      <MissingSettings names={summary?.missingSettings ?? []} />
      <FilterBar>
        <SearchBox label="Search messages" placeholder="Name or email" />
        <FilterSelect label="State" name="status" all="All states" options={statusOptions("message")} />
        <FilterSelect label="Kind" name="kind" all="All kinds" options={kinds} className="sm:w-56" />
      </FilterBar>
      <DeskTableList
        list={list}
        one="message"
        many="messages"
        name="Messages"
        columns={messageColumns}
        empty={
          Object.values(filters).some(Boolean) ? (
            <EmptyState
              title="No messages found"
              action={
                <Button variant="outline" onClick={() => set(cleared)}>
                  Clear filters
                </Button>
              }
            >
              No messages match these filters.
            </EmptyState>
          ) : (
            <EmptyState title="No messages yet">
              Every email and text to a customer, and every email to the office, appears here.
            </EmptyState>
          )
        }
      >
        {(message) => <MessageRow key={message.id} message={message} />}
      </DeskTableList>
    </>
  );
}

function MissingSettings({ names }: { names: string[] }) {
  if (names.length === 0) return null;
  const [list, verb] = [names.join(" and "), names.length === 1 ? "isn't" : "aren't"];
  return (
    <Note icon={TriangleAlert}>
      Some messages are skipped or go by email because {list} {verb} set.
    </Note>
  );
}
