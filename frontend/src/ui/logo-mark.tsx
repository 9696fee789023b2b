/** The roofline, bulbs and wave of the logo, 64 by 64 inside an `<svg>`. */
export function LogoMark() {
  return (
    <g fill="none" strokeLinecap="round" strokeLinejoin="round">
      <path stroke="var(--logo-line,#182b42)" strokeWidth="3.6" d="m8 36 24-24 24 24" />
      <path stroke="var(--logo-wave,#3d5873)" strokeWidth="3.6" d="M8 53q6-6 12 0t12 0 12 0 12 0" />
      <path stroke="var(--logo-bulb,#f2a02a)" strokeWidth="9.4" d="M8 36zm12-12zm12-12zm12 12zm12 12z" />
      <path stroke="#fff" strokeOpacity=".8" strokeWidth="2.6" d="M6.8 34.8zm12-12zm12-12zm12 12zm12 12z" />
    </g>
  );
}
