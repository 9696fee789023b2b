import { NumberedSteps } from "~/ui/numbered-steps";

const steps = [
  { title: "We read your request", text: "A person in Portsmouth reads every one." },
  { title: "You get a detailed quote", text: "Within 24 hours, itemized by roofline and add-on." },
  { title: "We pick a day", text: "Once you accept it, we'll schedule the crew." },
];

/** What happens after a request: three steps, on the landing page and on /quote. */
export function NextSteps() {
  return <NumberedSteps steps={steps} />;
}
