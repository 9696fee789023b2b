/** The tab "Job Scheduling". */
export default function JobsTab() {
  return <h2 className="sr-only">Job Scheduling</h2>;
}
