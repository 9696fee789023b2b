// Requests to the API with the publishable key, form-encoded.

const BASE = new URL(SCRIPT?.src || location.href).origin;

class IntegrationError extends Error {
  constructor(message) {
    super(message);
    this.name = 'IntegrationError';
  }
}

/** Encode nested parameters as Stripe does: a[b][0]=c. */
function encode(params, prefix = '', into = new URLSearchParams()) {
  for (const [key, value] of Object.entries(params)) {
    if (value === undefined || value === null) continue;
    const name = prefix ? `${prefix}[${key}]` : key;
    if (typeof value === 'object') encode(value, name, into);
    else into.append(name, String(value));
  }
  return into;
}

/** Call the API. Resolves to `{object}` or `{error}`; never rejects. */
async function request(key, method, path, params) {
  const body = encode({ ...params, key });
  const url = `${BASE}/v1/${path}`;
  try {
    const response = await (method === 'GET' ? fetch(`${url}?${body}`) : fetch(url, { method, body }));
    const json = await response.json();
    return response.ok ? { object: json } : { error: json.error };
  } catch {
    const message = 'We are experiencing issues connecting to our payments provider. Please try again.';
    return { error: { type: 'api_connection_error', message } };
  }
}

/** Return the kind of intent that a client secret belongs to, and its ID. */
function parseSecret(secret) {
  const match = /^((pi|seti)_[A-Za-z0-9]+)_secret_/.exec(typeof secret === 'string' ? secret : '');
  if (!match) {
    throw new IntegrationError(
      `Invalid value for clientSecret: value should be a client secret of the form \${id}_secret_\${secret}. You specified: ${secret}.`,
    );
  }
  const kinds = { pi: ['payment_intents', 'payment_intent', 'paymentIntent'], seti: ['setup_intents', 'setup_intent', 'setupIntent'] };
  const [path, param, name] = kinds[match[2]];
  return { id: match[1], path, param, name };
}

class Emitter {
  #handlers = new Map();

  on(event, handler) {
    this.#handlers.set(event, [...(this.#handlers.get(event) ?? []), handler]);
    return this;
  }

  once(event, handler) {
    const once = (payload) => {
      this.off(event, once);
      handler(payload);
    };
    return this.on(event, once);
  }

  off(event, handler) {
    const left = handler ? (this.#handlers.get(event) ?? []).filter((one) => one !== handler) : [];
    this.#handlers.set(event, left);
    return this;
  }

  emit(event, payload) {
    for (const handler of this.#handlers.get(event) ?? []) handler(payload);
  }
}
