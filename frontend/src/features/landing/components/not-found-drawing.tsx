/** A lit signpost lamp among firs. Decorative: the heading below has the message. */
export function NotFoundDrawing({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" className={className} viewBox="0 0 320 200">
      <path fill="var(--empty-snow,#e3ebf1)" d="M0 168q70-26 150-10t170-6v48H0z" />
      <path fill="#b5c5d4" d="m36 72 12 35h-4l13 29h-5l13 33H7l13-33h-5l13-29h-4z" />
      <path fill="#c3d0dc" d="m84 106 8 22h-3l9 18h-4l9 20H63l9-20h-4l9-18h-3z" />
      <path fill="#b5c5d4" d="m286 54 14 40h-5l15 33h-6l15 37h-66l15-37h-6l15-33h-5z" />
      <path fill="#c3d0dc" d="m240 96 10 25h-3l10 21h-4l10 24h-45l10-24h-4l10-21h-3z" />
      <circle cx="160" cy="66" r="58" fill="#fcba43" fillOpacity=".1" />
      <circle cx="160" cy="66" r="38" fill="#fcba43" fillOpacity=".2" />
      <path fill="#182b42" d="M156 86h8v88h-8zm-8 82h24v10h-24zm-6-122h36l-6 42h-24z" />
      <path fill="#ffe2a3" d="M147 50h26l-5 34h-16z" />
      <path fill="#182b42" d="M138 46h44l-12-16h-20zm19-24h6v10h-6z" />
      <path fill="#eef4f9" d="M140 44q20-18 40 0-8-8-20-8t-20 8z" />
      <path fill="#273f59" d="M164 104h40l8 8-8 8h-40z" />
      <path fill="#3d5873" d="M156 126h-40l-8 8 8 8h40z" />
    </svg>
  );
}
