import { jobKindName, jobKinds } from "~/api/statuses";
import { EmptyDrawing } from "~/drawings/empty-drawing";
import { DeskTableList, useDeskList } from "../shared/desk-list";
import { DayFilter, FilterBar, FilterSelect, SortSelect, useOrdering } from "../shared/filter-bar";
import { NoRows } from "../shared/no-rows";
import { SearchBox } from "../shared/search-box";
import { useDeskParams } from "../shared/use-desk-params";
import { deskJobsQuery, type JobFilters } from "./api";
import { JobRow, jobColumns } from "./job-row";

const kinds = jobKinds.map((value) => ({ value, label: jobKindName(value) }));

const NEWEST = "-createdAt";
const orders = [
  { value: NEWEST, label: "Newest first" },
  { value: "createdAt", label: "Oldest first" },
  { value: "scheduledDate", label: "Earliest visit first" },
  { value: "-scheduledDate", label: "Latest visit first" },
];

/** The list of all visits. */
export function JobList() {
  const { get } = useDeskParams();
  const filters: JobFilters = {
    status: get("status"),
    kind: get("kind"),
    from: get("from"),
    to: get("to"),
    q: get("q"),
    ordering: get("ordering"),
  };
  const list = useDeskList(deskJobsQuery(filters));
  return (
    <>
      <FilterBar>
        <SearchBox label="Search jobs" placeholder="Name, email or phone" />
        <FilterSelect
          label="Kind"
          name="kind"
          all="All kinds"
          options={kinds}
          className="max-sm:col-span-2"
        />
        <DayFilter label="From" name="from" />
        <DayFilter label="To" name="to" />
        <SortSelect options={orders} fallback={NEWEST} />
      </FilterBar>
      <DeskTableList
        list={list}
        one="job"
        many="jobs"
        name="Jobs"
        columns={jobColumns}
        {...useOrdering(NEWEST)}
        empty={
          <NoRows
            tab="jobs"
            filtered={Object.entries(filters).some(([name, value]) => name !== "ordering" && value)}
            drawing={<EmptyDrawing name="schedule" />}
          >
            Schedule a visit from its quote.
          </NoRows>
        }
      >
        {(job) => <JobRow key={job.id} job={job} />}
      </DeskTableList>
    </>
  );
}
