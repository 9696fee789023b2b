// The form's styles, from the page's `appearance`. They are constructed style sheets, which a strict content
// security policy allows.

const LIGHT = {
  colorPrimary: '#0570de',
  colorBackground: '#ffffff',
  colorText: '#30313d',
  colorTextSecondary: '#5b5d6b',
  colorTextPlaceholder: '#6b6d7b',
  colorDanger: '#b3093c',
  borderRadius: '5px',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", sans-serif',
  fontSizeBase: '16px',
  spacingUnit: '4px',
  gridRowSpacing: '16px',
  gridColumnSpacing: '16px',
};

const NIGHT = {
  ...LIGHT,
  colorPrimary: '#85d996',
  colorBackground: '#30313d',
  colorText: '#ffffff',
  colorTextSecondary: '#d0d0d6',
  colorTextPlaceholder: '#b4b5bf',
  colorDanger: '#fe87a1',
};

const FORM_CSS = `
:host { display: block; color: var(--colorText); font: var(--fontSizeBase)/1.5 var(--fontFamily); }
* { box-sizing: border-box; }
.Form { display: grid; grid-template-columns: 1fr 1fr; gap: var(--gridRowSpacing) var(--gridColumnSpacing); margin: 0; padding: 0; border: 0; min-width: 0; }
.Form > .Field:first-of-type, .Note { grid-column: 1 / -1; }
.Form[hidden] { display: none; }
.Form > .Option { grid-column: 1 / -1; }
.Saved { display: grid; gap: var(--spacingUnit); margin: 0 0 var(--gridRowSpacing); padding: 0; border: 0; min-width: 0; }
.Option { display: flex; align-items: center; gap: calc(3 * var(--spacingUnit)); min-height: 44px; }
.Check { flex: none; width: 20px; height: 20px; margin: 0; accent-color: var(--colorPrimary); }
.Check:focus-visible { outline: 3px solid var(--colorPrimary); outline-offset: 2px; }
.Field { min-width: 0; }
.Label { display: block; margin: 0 0 var(--spacingUnit); color: var(--colorText); font-weight: 600; font-size: 0.93em; }
.Input { width: 100%; min-height: 48px; padding: 0 calc(3 * var(--spacingUnit)); border: 1px solid var(--line);
  border-radius: var(--borderRadius); background: var(--colorBackground); color: var(--colorText); font: inherit;
  font-variant-numeric: tabular-nums; }
.Input::placeholder { color: var(--colorTextPlaceholder); opacity: 1; }
.Input:focus-visible { outline: 3px solid var(--colorPrimary); outline-offset: 2px; }
.Input[aria-invalid="true"] { border: 2px solid var(--colorDanger); }
.Error { margin: var(--spacingUnit) 0 0; color: var(--colorDanger); font-size: 0.88em; }
.Error:empty { display: none; }
.Note { margin: 0; color: var(--colorTextSecondary); font-size: 0.82em; }
@media (max-width: 22rem) { .Form { grid-template-columns: 1fr; } }
`;

const DIALOG_CSS = `
:host { all: initial; }
dialog { max-width: min(30rem, calc(100vw - 2rem)); padding: 1.75rem; border: 1px solid var(--line); color: var(--colorText);
  border-radius: 12px; background: var(--colorBackground); font: 16px/1.5 var(--fontFamily); }
dialog::backdrop { background: rgb(10 18 32 / 60%); }
h2 { margin: 0 0 0.5rem; font-size: 1.25rem; }
p { margin: 0 0 1.25rem; }
.actions { display: flex; flex-wrap: wrap; gap: 0.75rem; }
button { min-height: 48px; padding: 0 1.25rem; border: 1px solid var(--colorText); border-radius: 8px; font: inherit;
  font-weight: 600; cursor: pointer; background: var(--colorBackground); color: var(--colorText); }
button.main { background: var(--colorText); color: var(--colorBackground); }
button:focus-visible { outline: 3px solid var(--colorPrimary); outline-offset: 2px; }
button:disabled { opacity: 0.6; cursor: default; }
`;

const kebab = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Real Stripe.js draws in its own frame: it rejects the page's CSS variables and newer color notations. */
function isSupported(name, value) {
  const foreign = /\b(var|oklch|oklab|lab|lch|color|color-mix|light-dark)\(/.test(String(value));
  if (foreign) console.warn(`Stripe.js does not understand appearance.variables.${name}: ${value}`);
  return !foreign;
}

/** Return the host's custom properties for an appearance. */
function variables(appearance = {}) {
  const base = appearance.theme === 'night' ? NIGHT : LIGHT;
  const own = Object.entries(appearance.variables ?? {}).filter(([name, value]) => isSupported(name, value));
  const all = { ...base, ...Object.fromEntries(own) };
  const lines = Object.entries(all).map(([name, value]) => `--${name}: ${value};`);
  return `:host { ${lines.join(' ')} --line: color-mix(in srgb, var(--colorText) 55%, var(--colorBackground)); }`;
}

/** Return the appearance's own rules, for the classes that this form has. */
function customRules(rules = {}) {
  return Object.entries(rules)
    .filter(([selector]) => /^\.(Input|Label|Error|Field)\b[^{}]*$/.test(selector))
    .map(([selector, values]) => {
      const lines = Object.entries(values).map(([name, value]) => `${kebab(name)}: ${value};`);
      return `${selector.replaceAll('--invalid', '[aria-invalid="true"]')} { ${lines.join(' ')} }`;
    })
    .join('\n');
}

function createSheet(text) {
  const made = new CSSStyleSheet();
  made.replaceSync(text);
  return made;
}

/** Style a shadow root with the form's or dialog's rules and the appearance. */
function applyStyles(root, rules, appearance) {
  root.adoptedStyleSheets = [createSheet(variables(appearance)), createSheet(rules), createSheet(customRules(appearance?.rules))];
}
