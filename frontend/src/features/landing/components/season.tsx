import type { CSSProperties } from "react";

const steps = [
  {
    when: "October",
    name: "Design",
    text: "We walk the property with you, measure the rooflines and draw up the plan.",
    sag: "1.2rem",
  },
  {
    when: "November",
    name: "Install",
    text: "Our crew clips every line by hand. No nails, no staples, no holes in your trim.",
    sag: "2.98rem",
  },
  {
    when: "December",
    name: "Maintain",
    text: "A bulb goes dark? Call or comment on your quote, and we come out and fix it.",
    sag: "3.79rem",
  },
  {
    when: "January",
    name: "Take down",
    text: "Everything comes off the house, gets checked and is packed by location.",
    sag: "3.63rem",
  },
  {
    when: "Until fall",
    name: "Store",
    text: "Your decorations wait in labeled totes on a monthly storage plan.",
    sag: "2.49rem",
  },
];

const facts = [
  { name: "A quote within 24 hours", text: "Detailed, itemized and free. No obligation." },
  {
    name: "Your own lights, checked first",
    text: "Basic Installation includes a safety inspection of the lights you already own.",
  },
  {
    name: "Local, and still here in February",
    text: "We live and work on the Seacoast. One phone number, answered by a real person.",
  },
];

/** The service as a season in five steps, shown as bulbs on one string. */
export function Season() {
  return (
    <section
      aria-labelledby="season-title"
      className="below-fold night overflow-hidden bg-harbor-900 py-section text-harbor-100"
    >
      <div className="wrap">
        <h2 id="season-title" className="text-white">
          One crew, from first sketch to last bulb
        </h2>
        <p className="lead mt-[0.9rem] text-harbor-200">
          Five steps, one season. You only need to be there for the first.
        </p>
        <div className="relative mt-10">
          <Wire />
          <ol className="season-steps relative grid">
            {steps.map(({ when, name, text, sag }) => (
              <li key={name}>
                <Bulb sag={sag} />
                <p className="text-xs font-semibold text-lamp-300">{when}</p>
                <h3 className="display text-xl leading-[1.2] text-white">{name}</h3>
                <p className="mt-[0.35rem] max-w-120 text-sm leading-normal text-harbor-200">{text}</p>
              </li>
            ))}
          </ol>
        </div>
        <ul className="mt-12 grid gap-5 border-t border-harbor-700 pt-8 min-[60rem]:grid-cols-3 min-[60rem]:gap-10">
          {facts.map(({ name, text }) => (
            <li key={name}>
              <h3 className="text-base leading-normal text-white">{name}</h3>
              <p className="text-sm text-harbor-200">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Wire() {
  return (
    <svg
      aria-hidden="true"
      className="absolute inset-x-0 top-0 hidden h-22 w-full min-[60rem]:block"
      viewBox="0 0 1200 88"
      preserveAspectRatio="none"
    >
      <path d="M-40 14Q600 118 1240 12" fill="none" stroke="#2c6a4c" strokeWidth="3" />
    </svg>
  );
}

function Bulb({ sag }: { sag: string }) {
  return (
    <svg
      aria-hidden="true"
      className="season-bulb"
      style={{ "--y": sag } as CSSProperties}
      viewBox="0 0 32 43"
    >
      <circle cx="16" cy="24" r="16" fill="#fcba43" fillOpacity=".16" />
      <circle cx="16" cy="24" r="11.5" fill="#fcba43" fillOpacity=".22" />
      <path fill="#2c6a4c" d="M11 2h10v9H11z" />
      <path fill="#ffcf70" d="M10.5 11h11q5 9 0 19-2.5 6-5.5 8-3-2-5.5-8-5-10 0-19z" />
      <path fill="#fff" fillOpacity=".75" d="M14 14q-4 6-1.5 14 2.5-6 3-14z" />
    </svg>
  );
}
