const steps = [
  { title: "We read your request", text: "A person in Portsmouth reads every one." },
  { title: "You get a detailed quote", text: "Within 24 hours, itemized by roofline and add-on." },
  { title: "We pick a day", text: "Once you accept it, we'll schedule the crew." },
];

/** What happens after a request: three steps, on the landing page and on /quote. */
export function NextSteps() {
  return (
    <ol className="grid gap-5">
      {steps.map((step, index) => (
        <li key={step.title} className="grid grid-cols-[2.25rem_1fr] gap-[0.9rem]">
          <span aria-hidden className="display text-[1.6rem] leading-[1.1] text-lamp-700 dark:text-lamp-400">
            {index + 1}
          </span>
          <span>
            <span className="block font-[650] text-heading">{step.title}</span>
            <span className="text-sm text-muted-foreground">{step.text}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}
