const body =
  "M0 9.6Q0 7 2.4 6.6L5.8 6 9 2.5Q10.1 1.3 11.7 1.3h4.2q1.5 0 2.6 1L22 5.7l2 .5q2 .5 2 2.6v1.6q0 1-1 1H1.2Q0 11.4 0 10.2z";
const wheel = "stroke-surface stroke-[1.4] [label:has(:checked)_&]:stroke-secondary";
const SPACE = 30;

/** Parked cars side by side, as a measure for the width of a house. */
export function CarRow({ count }: { count: number }) {
  const width = count * SPACE - 4;
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${width} 14`}
      fill="currentColor"
      className="mx-auto mb-1 h-[0.95rem] w-0 min-w-[92%]"
    >
      {Array.from({ length: count }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cars are all alike
        <g key={place} transform={`translate(${place * SPACE} 0)`}>
          <path d={body} />
          <circle cx="6.2" cy="11" r="2.7" className={wheel} />
          <circle cx="20" cy="11" r="2.7" className={wheel} />
        </g>
      ))}
    </svg>
  );
}
