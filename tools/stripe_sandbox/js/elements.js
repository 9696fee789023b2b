// stripe.elements(): the group and its Payment Element.

class PaymentElement extends Emitter {
  #elements;
  #host = null;
  #destroyed = false;
  form = null;

  constructor(elements, options = {}) {
    super();
    this.#elements = elements;
    this.options = options;
  }

  mount(target) {
    const place = typeof target === 'string' ? document.querySelector(target) : target;
    if (!place) throw new IntegrationError(`The selector you specified (${target}) applies to no DOM elements.`);
    if (this.#destroyed) throw new IntegrationError('This Element has already been destroyed. Please create a new one.');
    this.unmount();
    this.#host = tag('div', { class: '__PrivateStripeElement' });
    const root = this.#host.attachShadow({ mode: 'open' });
    this.form = new CardForm(root);
    this.restyle();
    for (const event of ['focus', 'blur', 'escape']) this.form.on(event, () => this.emit(event, { elementType: 'payment' }));
    this.form.on('change', () => this.#changed());
    place.classList.add('StripeElement');
    place.replaceChildren(this.#host);
    this.update(this.options);
    this.#load(this.#host);
  }

  unmount() {
    this.#host?.parentElement?.classList.remove('StripeElement');
    this.#host?.remove();
    this.#host = null;
    this.form = null;
  }

  destroy() {
    this.unmount();
    this.#destroyed = true;
    this.#elements.forget(this);
  }

  update(options = {}) {
    this.options = { ...this.options, ...options };
    this.form?.readOnly(this.options.readOnly === true);
  }

  restyle() {
    if (this.#host) applyStyles(this.#host.shadowRoot, FORM_CSS, this.#elements.appearance);
  }

  focus() {
    this.form?.inputs.number.focus();
  }

  blur() {
    this.#host?.shadowRoot.activeElement?.blur();
  }

  /** Emit `ready`, or `loaderror` if there is no such intent, after the caller of `mount` has added its listeners. */
  async #load(host) {
    await Promise.resolve();
    this.emit('loaderstart', { elementType: 'payment' });
    const error = await this.#elements.load();
    if (this.#host !== host) return;
    if (error) return this.emit('loaderror', { elementType: 'payment', error });
    this.emit('ready', { elementType: 'payment' });
    if (this.#elements.customer) this.form.showCustomer(this.#elements.customer);
  }

  #changed() {
    const { empty, complete } = this.form;
    const value = { type: 'card', ...(this.form.savedCard && { payment_method: { id: this.form.savedCard } }) };
    this.emit('change', { elementType: 'payment', empty, complete, collapsed: false, value });
  }
}

class Elements extends Emitter {
  #element = null;
  #key;
  #session;
  /** What the customer session allows, once it has loaded. */
  customer = null;

  constructor(key, options = {}) {
    super();
    this.#key = key;
    this.#session = options.customerSessionClientSecret;
    this.clientSecret = options.clientSecret;
    this.appearance = options.appearance;
    if (this.clientSecret !== undefined) parseSecret(this.clientSecret);
  }

  create(type, options) {
    if (type !== 'payment') throw new IntegrationError(`The sandbox only has the Payment Element, not '${type}'.`);
    if (this.#element) throw new IntegrationError('Can only create one Element of type payment through Elements.');
    this.#element = new PaymentElement(this, options);
    return this.#element;
  }

  getElement(type) {
    return type === 'payment' || type === PaymentElement ? this.#element : null;
  }

  async update(options = {}) {
    if (options.appearance) {
      this.appearance = options.appearance;
      this.#element?.restyle();
    }
    this.emit('update-end', {});
  }

  /** Validate the form; resolves to `{error}` with the first problem. */
  async submit() {
    const error = this.form.validate();
    return error ? { error } : { selectedPaymentMethod: 'card' };
  }

  get form() {
    if (!this.#element?.form) {
      throw new IntegrationError('Invalid value for elements: it should have a mounted Payment Element.');
    }
    return this.#element.form;
  }

  paymentMethod() {
    return this.form.paymentMethod(this.#element.options.defaultValues?.billingDetails);
  }

  forget(element) {
    if (this.#element === element) this.#element = null;
  }

  /** Fetch the intent of the client secret and its customer; resolves to the error if there is none. */
  async load() {
    if (!this.clientSecret) return null;
    const secrets = { client_secret: this.clientSecret, customer_session_client_secret: this.#session };
    const { object, error } = await request(this.#key, 'GET', 'elements/sessions', secrets);
    this.customer = object?.customer ?? null;
    return error ?? null;
  }
}
