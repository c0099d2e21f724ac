/** Normalises full-width letters and digits of Chinese input methods, and the ideographic full stop. */
const asAscii = (value: string): string =>
  value
    .replaceAll(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replaceAll('。', '.')
    .trim();

const OTHER_COUNTRY = '0';

/** Accepts common notations and autofilled values: `+852 5512 3456`, `5512-3456`, full-width digits. */
function phone(value: string, country: string | undefined): string {
  const dialled = asAscii(value).replaceAll(/[\s().\u2010-\u2015-]/g, '');
  const [, here] = /^(?:\+|00)?852([0-9]{8})$/.exec(dialled) ?? [];
  return here !== undefined && country !== OTHER_COUNTRY ? here : dialled.replace(/^(?:\+|00)/, '');
}

function code(value: string): string {
  const digits = asAscii(value).replaceAll(/[\s-]/g, '');
  // Codes of mailed links use the same field name and stay unchanged.
  return /^[0-9]{1,8}$/.test(digits) ? digits : value;
}

/** Accepts local date notations, year first: `1990/5/17`, `1990年5月17日`, `19900517`. */
function day(value: string): string {
  const typed = asAscii(value);
  const [, year, month = '', date = ''] =
    /^(\d{4})(\d{2})(\d{2})$/.exec(typed) ?? /^(\d{4})\D+(\d{1,2})\D+(\d{1,2})\D*$/.exec(typed) ?? [];
  return year === undefined ? typed : `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
}

const DISPLAY_CHARS = 20;

/** Normalises one form field. For forms only: API calls accept exactly what the rules define (VA-03, VA-18). */
export function normalizeInput(name: string, value: string, given: Readonly<Record<string, string>>) {
  if (name === 'phone_no' || name === 'phone') return phone(value, given['phone_no_country']);
  if (name === 'dob') return day(value);
  // An empty display name defaults to the given name.
  if (name === 'dispaly_name' && value.trim() === '')
    return Array.from((given['given_name'] ?? '').trim())
      .slice(0, DISPLAY_CHARS)
      .join('');
  if (name === 'verify_code') return code(value);
  if (name === 'email') return asAscii(value);
  return value;
}

/** Normalises all fields of a form. */
export function normalizeInputs(given: Readonly<Record<string, string>>): Record<string, string> {
  const meant = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, normalizeInput(name, value, given)]),
  );
  // Forms that can reveal the password have no confirmation field.
  const password = meant['new_password'] ?? meant['password'];
  return password === undefined ? meant : { confirmed_password: password, ...meant };
}
