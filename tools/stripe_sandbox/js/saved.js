// The saved cards of a customer session above the card form, and the box that saves another.

const BRANDS = { amex: 'American Express', diners: 'Diners Club', discover: 'Discover', jcb: 'JCB', mastercard: 'Mastercard', unionpay: 'UnionPay', visa: 'Visa' };

const SAVE = 'Save payment details for future purchases';

class SavedCards {
  #usage = null;
  #box = null;
  #radios = [];

  /** Draw what the customer session allows around the fields of the card form. `changed` is called after a choice. */
  constructor(form, customer, changed) {
    const { payment_methods: methods, features } = customer;
    if (methods.data.length > 0) form.before(this.#choice(methods.data, form, changed));
    if (features.payment_method_save === 'enabled') {
      this.#usage = features.payment_method_save_usage;
      this.#box = tag('input', { type: 'checkbox', id: 'payment-saveInput', class: 'Check' });
      form.append(tag('label', { class: 'Option', for: 'payment-saveInput' }, this.#box, SAVE));
    }
  }

  /** The ID of the selected saved card; null for a new card. */
  get selected() {
    return this.#radios.find((radio) => radio.checked)?.value || null;
  }

  /** The parameters of the confirmation and of the card that save it, if the box is checked. */
  get saving() {
    if (this.selected || !this.#box?.checked) return { confirmation: {}, card: {} };
    return { confirmation: { setup_future_usage: this.#usage }, card: { allow_redisplay: 'always' } };
  }

  #choice(cards, form, changed) {
    const group = tag('fieldset', { class: 'Saved' }, tag('legend', { class: 'Label' }, 'Saved'));
    const first = cards.find(({ card }) => !card.expired)?.id ?? '';
    for (const { id, card } of [...cards, { id: '', card: null }]) {
      const radio = tag('input', { type: 'radio', name: 'saved', id: `saved-${id}`, value: id, class: 'Check' });
      radio.checked = id === first;
      radio.disabled = card?.expired === true;
      radio.addEventListener('change', () => {
        form.hidden = this.selected !== null;
        changed();
      });
      this.#radios.push(radio);
      group.append(tag('label', { class: 'Option', for: radio.id }, radio, card ? this.#words(card) : 'New card'));
    }
    form.hidden = first !== '';
    return group;
  }

  #words({ brand, last4, exp_month: month, exp_year: year, expired }) {
    const until = `${String(month).padStart(2, '0')}/${year % 100}`;
    return `${BRANDS[brand] ?? brand} •••• ${last4}, ${expired ? 'expired' : 'expires'} ${until}`;
  }
}
