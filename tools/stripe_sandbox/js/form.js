// The card form that stands in for the Payment Element.

const FIELDS = [
  { name: 'number', label: 'Card number', placeholder: '1234 1234 1234 1234', autocomplete: 'cc-number', format: formatNumber, check: checkNumber },
  { name: 'expiry', label: 'Expiration date', placeholder: 'MM / YY', autocomplete: 'cc-exp', format: formatExpiry, check: checkExpiry },
  { name: 'cvc', label: 'Security code', placeholder: 'CVC', autocomplete: 'cc-csc', format: (text) => digitsOf(text).slice(0, 4), check: checkCode },
  { name: 'postalCode', label: 'ZIP code', placeholder: '12345', autocomplete: 'billing postal-code', format: (text) => text.replace(/[^\d-]/g, '').slice(0, 10), check: checkPostalCode },
];

function tag(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

class CardForm extends Emitter {
  inputs = {};
  errors = {};
  #saved = null;
  #group;

  /** Draw the form into a shadow root. */
  constructor(root) {
    super();
    this.root = root;
    const group = tag('div', { class: 'Form', role: 'group', 'aria-label': 'Card' });
    for (const field of FIELDS) group.append(this.#field(field));
    group.append(tag('p', { class: 'Note' }, 'Test card form: this demo takes no real cards.'));
    this.#group = group;
    root.append(group);
    root.addEventListener('keydown', (event) => event.key === 'Escape' && this.emit('escape'));
  }

  get number() {
    return digitsOf(this.inputs.number.value);
  }

  /** Show what a customer session allows: saved cards, and the box that saves a new one. */
  showCustomer(customer) {
    this.#saved = new SavedCards(this.#group, customer, () => this.emit('change'));
    this.emit('change');
  }

  /** The ID of the saved card to pay with; null for the card in the fields. */
  get savedCard() {
    return this.#saved?.selected ?? null;
  }

  get saving() {
    return this.#saved?.saving ?? { confirmation: {}, card: {} };
  }

  get empty() {
    return this.savedCard === null && FIELDS.every(({ name }) => this.inputs[name].value === '');
  }

  get complete() {
    return this.savedCard !== null || FIELDS.every((field) => this.#problem(field) === null);
  }

  /** Show all problems and focus the first; return it, or null. */
  validate() {
    if (this.savedCard) return null;
    const wrong = FIELDS.filter((field) => {
      const found = this.#problem(field);
      this.#show(field.name, found);
      return found;
    });
    if (wrong.length === 0) return null;
    this.inputs[wrong[0].name].focus();
    return this.#problem(wrong[0]);
  }

  /** Return the parameters of the card. `known`: the billing details that the page passed in. */
  paymentMethod(known = {}) {
    const expiry = digitsOf(this.inputs.expiry.value);
    return {
      type: 'card',
      ...this.saving.card,
      card: { number: this.number, exp_month: expiry.slice(0, 2), exp_year: expiry.slice(2), cvc: this.inputs.cvc.value },
      billing_details: {
        name: known.name, email: known.email, phone: known.phone,
        address: { postal_code: this.inputs.postalCode.value, country: 'US' },
      },
    };
  }

  /** Show the bank's error on its field. */
  showError(error) {
    const names = { number: 'number', exp_month: 'expiry', exp_year: 'expiry', cvc: 'cvc' };
    const codes = { incorrect_number: 'number', expired_card: 'expiry', incorrect_cvc: 'cvc' };
    const name = names[error.param] ?? codes[error.code];
    if (name) this.#show(name, error);
  }

  readOnly(value) {
    for (const { name } of FIELDS) this.inputs[name].readOnly = value;
  }

  #field(field) {
    const id = `payment-${field.name}Input`;
    const input = tag('input', {
      class: 'Input', id, name: field.name, type: 'text', inputmode: 'numeric', autocomplete: field.autocomplete,
      placeholder: field.placeholder, 'aria-required': 'true', 'aria-invalid': 'false', spellcheck: 'false',
    });
    const error = tag('p', { class: 'Error', id: `${id}-error`, role: 'alert' });
    this.inputs[field.name] = input;
    this.errors[field.name] = error;
    input.addEventListener('input', (event) => this.#typed(field, event));
    input.addEventListener('focus', () => this.emit('focus'));
    input.addEventListener('blur', () => {
      if (input.value !== '') this.#show(field.name, this.#problem(field));
      this.emit('blur');
    });
    return tag('div', { class: 'Field' }, tag('label', { class: 'Label', for: id }, field.label), input, error);
  }

  /** Format the input, and keep the caret after the same digit. */
  #typed(field, event) {
    const input = this.inputs[field.name];
    const deleting = event.inputType?.startsWith('delete');
    const before = digitsOf(input.value.slice(0, input.selectionStart ?? input.value.length)).length;
    const atEnd = input.selectionStart === null || input.selectionStart === input.value.length;
    let value = field.format(input.value);
    if (deleting) value = value.replace(/[\s/]+$/, '');
    input.value = value;
    if (!atEnd && field.name !== 'expiry') {
      let caret = 0;
      for (let seen = 0; caret < value.length && seen < before; caret += 1) seen += /\d/.test(value[caret]) ? 1 : 0;
      input.setSelectionRange(caret, caret);
    }
    const found = this.#problem(field);
    if (found === null || found.code.startsWith('incomplete')) this.#show(field.name, null);
    else this.#show(field.name, found);
    this.emit('change');
  }

  #problem(field) {
    return field.check(this.inputs[field.name].value, field.name === 'cvc' ? this.inputs.number.value : undefined);
  }

  #show(name, found) {
    const [input, error] = [this.inputs[name], this.errors[name]];
    input.setAttribute('aria-invalid', String(found !== null));
    if (found) input.setAttribute('aria-describedby', error.id);
    else input.removeAttribute('aria-describedby');
    if (error.textContent !== (found?.message ?? '')) error.textContent = found?.message ?? '';
  }
}
