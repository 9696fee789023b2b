// Validates and formats card details, with Stripe's error messages.

const GAPS = { amex: [4, 10] };

function brandOf(number) {
  if (/^3[47]/.test(number)) return 'amex';
  if (/^4/.test(number)) return 'visa';
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'mastercard';
  if (/^6(011|4[4-9]|5)/.test(number)) return 'discover';
  return 'unknown';
}

const digitsOf = (text) => text.replace(/\D/g, '');
const numberLength = (number) => (brandOf(number) === 'amex' ? 15 : 16);
const codeLength = (number) => (brandOf(number) === 'amex' ? 4 : 3);

function passesLuhn(number) {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

function formatNumber(text) {
  const number = digitsOf(text);
  const digits = number.slice(0, numberLength(number));
  const gaps = GAPS[brandOf(number)] ?? [4, 8, 12];
  return [...digits].map((digit, index) => (gaps.includes(index) ? ` ${digit}` : digit)).join('');
}

function formatExpiry(text) {
  let digits = digitsOf(text);
  // Browsers fill in a four-digit year: 12/2030
  if (/^\d{2}20\d{2}$/.test(digits)) digits = digits.slice(0, 2) + digits.slice(4);
  if (/^[2-9]/.test(digits) || /^1\s*\//.test(text)) digits = `0${digits}`;
  digits = digits.slice(0, 4);
  return digits.length < 2 ? digits : `${digits.slice(0, 2)} / ${digits.slice(2)}`;
}

const problem = (code, message) => ({ code, message, type: 'validation_error' });

function checkNumber(text) {
  const number = digitsOf(text);
  if (number.length < numberLength(number)) return problem('incomplete_number', 'Your card number is incomplete.');
  return passesLuhn(number) ? null : problem('invalid_number', 'Your card number is invalid.');
}

function checkExpiry(text, today = new Date()) {
  const digits = digitsOf(text);
  if (digits.length < 4) return problem('incomplete_expiry', "Your card's expiration date is incomplete.");
  const [month, year] = [Number(digits.slice(0, 2)), 2000 + Number(digits.slice(2))];
  if (month < 1 || month > 12) return problem('invalid_expiry_month', "Your card's expiration date is invalid.");
  if (year < today.getFullYear()) {
    return problem('invalid_expiry_year_past', "Your card's expiration year is in the past.");
  }
  if (year > today.getFullYear() + 50) {
    return problem('invalid_expiry_year', "Your card's expiration year is invalid.");
  }
  if (year === today.getFullYear() && month < today.getMonth() + 1) {
    return problem('invalid_expiry_month_past', "Your card's expiration date is in the past.");
  }
  return null;
}

function checkCode(text, number) {
  const complete = digitsOf(text).length >= codeLength(digitsOf(number));
  return complete ? null : problem('incomplete_cvc', "Your card's security code is incomplete.");
}

function checkPostalCode(text) {
  return digitsOf(text).length >= 5 ? null : problem('incomplete_zip', 'Your postal code is incomplete.');
}
