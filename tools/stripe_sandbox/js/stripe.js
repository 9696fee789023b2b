// window.Stripe(), the API for pages.

const NEVER = new Promise(() => {});

/** Redirect to the shop, with the parameters that Stripe adds. */
function redirectToShop(returnUrl, kind, intent) {
  const url = new URL(returnUrl, location.href);
  url.searchParams.append(kind.param, intent.id);
  url.searchParams.append(`${kind.param}_client_secret`, intent.client_secret);
  url.searchParams.append('redirect_status', intent.status === 'requires_payment_method' ? 'failed' : 'succeeded');
  location.assign(url.href);
  return NEVER;
}

/** Let the customer authenticate if the intent requires it. Resolves to `{intent}` or `{error}`. */
async function authenticateIfRequired(key, kind, intent, appearance) {
  if (intent.status !== 'requires_action') return { intent };
  const action = intent.next_action;
  if (action.type === 'redirect_to_url') {
    location.assign(action.redirect_to_url.url);
    return NEVER;
  }
  const outcome = await askToAuthenticate(appearance);
  const secret = intent.client_secret;
  const authenticated = await request(key, 'POST', '3ds2/authenticate', { intent: intent.id, client_secret: secret, outcome });
  if (authenticated.error) return authenticated;
  const failure = authenticated.object.last_payment_error ?? authenticated.object.last_setup_error;
  return failure ? { error: { ...failure, [kind.param]: authenticated.object } } : { intent: authenticated.object };
}

async function missing() {
  return { error: { type: 'invalid_request_error', message: 'The sandbox only has the Payment Element.' } };
}

class Stripe {
  #key;

  constructor(key, options = {}) {
    if (typeof key !== 'string' || !key.startsWith('pk_')) {
      throw new IntegrationError('Please call Stripe() with your publishable key.');
    }
    this.#key = key;
    this._apiKey = key;
    this._options = options;
  }

  _registerWrapper() {}

  registerAppInfo() {}

  elements(options) {
    return new Elements(this.#key, options);
  }

  confirmPayment(options) {
    return this.#confirm('paymentIntent', options);
  }

  confirmSetup(options) {
    return this.#confirm('setupIntent', options);
  }

  retrievePaymentIntent(clientSecret) {
    return this.#retrieve(clientSecret);
  }

  retrieveSetupIntent(clientSecret) {
    return this.#retrieve(clientSecret);
  }

  // Stripe's React components accept only an object with these three.
  createToken = missing;
  createPaymentMethod = missing;
  confirmCardPayment = missing;

  async #confirm(name, { elements, clientSecret = elements?.clientSecret, confirmParams = {}, redirect = 'always' }) {
    const kind = parseSecret(clientSecret);
    if (kind.name !== name) throw new IntegrationError(`The client secret is not that of a ${name}.`);
    const { payment_method_data: extra, return_url: returnUrl, ...others } = confirmParams;
    if (redirect === 'always' && !returnUrl) {
      throw new IntegrationError('confirmParams.return_url is required, unless redirect is if_required.');
    }
    const form = elements && !others.payment_method ? elements.form : null;
    const problem = form?.validate();
    if (problem) return { error: problem };
    const saved = form?.savedCard;
    const { object, error } = await request(this.#key, 'POST', `${kind.path}/${kind.id}/confirm`, {
      ...others,
      ...form?.saving.confirmation,
      client_secret: clientSecret,
      use_stripe_sdk: true,
      return_url: returnUrl,
      payment_method: saved ?? others.payment_method,
      payment_method_data: form && !saved ? mergePaymentMethod(elements.paymentMethod(), extra) : undefined,
    });
    if (error) {
      form?.showError(error);
      return { error };
    }
    const result = await authenticateIfRequired(this.#key, kind, object, elements?.appearance);
    if (result.error) return { error: result.error };
    return redirect === 'always' ? redirectToShop(returnUrl, kind, result.intent) : { [name]: result.intent };
  }

  async #retrieve(clientSecret) {
    const kind = parseSecret(clientSecret);
    const { object, error } = await request(this.#key, 'GET', `${kind.path}/${kind.id}`, { client_secret: clientSecret });
    return error ? { error } : { [kind.name]: object };
  }
}

/** Combine the form's card with the page's billing details. */
function mergePaymentMethod(method, extra) {
  if (!extra) return method;
  const [own, more] = [method.billing_details, extra.billing_details ?? {}];
  return { ...extra, ...method, billing_details: { ...own, ...more, address: { ...more.address, ...own.address } } };
}

window.Stripe = Object.assign((key, options) => new Stripe(key, options), { version: 'endive' });
