import { cx } from "~/lib/cx";

/** Portsmouth across the river: steeple, lift bridge and wharf. Decorative. */
export function Skyline({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" className={cx("block w-full", className)} viewBox="20 440 700 180">
      <path
        fill="#2d4566"
        d="M40 618v-30l12-12 12 12v30zm26 0v-40h26v40zm30 0v-26l14-14 14 14v26zm30 0v-46h22v-8h10v54zm34 0v-30l13-13 13 13v30zm28 0v-38h30v38zm34 0v-24l12-13 12 13v24zm338 0v-26l13-13 13 13v26zm28 0v-36h24v36zm28 0v-28l14-15 14 15v28zm30 0v-40h20v40zm22 0v-28l13-13 13 13v28zm-530-46v-34h-3v-3h6v-24l7-8v-6h-2v-3h4l1-12 3-44 3 44 1 12h4v3h-2v6l7 8v24h6v3h-3v34z"
      />
      <g fill="none" stroke="#375072">
        <path strokeWidth="4" d="M262 600h300" />
        <path
          strokeWidth="2.2"
          d="m262 600 20-18 20 18 20-18 20 18 12-18m152 0 16 18 20-18 20 18m-280-18h72m154 0h34m-174 2h126m-126 16 16-16 16 16 16-16 16 16 16-16 16 16 16-16 14 16"
        />
        <path strokeWidth="3.4" d="M356 610V502m12 108V502m128 108V502m12 108V502" />
        <path
          strokeWidth="1.6"
          d="m356 590 12-22-12-22 12-22-12-20m12 86-12-22 12-22-12-22 12-20m128 86 12-22-12-22 12-22-12-20m12 86-12-22 12-22-12-22 12-20m-146 2h140"
        />
        <path strokeWidth="5" d="M353 500h18m122 0h18" />
      </g>
      <g fill="none" strokeLinecap="round">
        <path stroke="#ff8a6b" strokeWidth="3.4" d="M362 494h0m140 0h0" />
        <path
          stroke="#ffd58c"
          strokeWidth="2.8"
          d="M52 600h0m27-8h0m0 12h0m31-2h0m26-4h0m8 0h0m29 4h0m27-6h0m8 8h0m26 0h0m339 0h0m27-8h0m30 8h0m26-10h0m0 12h0m25-2h0"
        />
      </g>
    </svg>
  );
}
