/** Letters and digits as input methods for Chinese write them, and their full stop. */
const asAscii = (value: string): string =>
  value
    .replaceAll(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replaceAll('。', '.')
    .trim();

const OTHER_COUNTRY = '0';

/** A number as people write it and browsers fill it in: `+852 5512 3456`, `5512-3456`, full-width digits. */
function phone(value: string, country: string | undefined): string {
  const dialled = asAscii(value).replaceAll(/[\s().\u2010-\u2015-]/g, '');
  const [, here] = /^(?:\+|00)?852([0-9]{8})$/.exec(dialled) ?? [];
  return here !== undefined && country !== OTHER_COUNTRY ? here : dialled.replace(/^(?:\+|00)/, '');
}

function code(value: string): string {
  const digits = asAscii(value).replaceAll(/[\s-]/g, '');
  // Codes of mailed links have the same name and stay as they are.
  return /^[0-9]{1,8}$/.test(digits) ? digits : value;
}

/** A day as people here write it, year first: `1990/5/17`, `1990年5月17日`, `19900517`. */
function day(value: string): string {
  const typed = asAscii(value);
  const [, year, month = '', date = ''] =
    /^(\d{4})(\d{2})(\d{2})$/.exec(typed) ?? /^(\d{4})\D+(\d{1,2})\D+(\d{1,2})\D*$/.exec(typed) ?? [];
  return year === undefined ? typed : `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
}

const DISPLAY_CHARS = 20;

/**
 * One field of a form as it is meant, out of what a person wrote. For forms only: calls take what the rules say and nothing
 * else (VA-03, VA-18).
 */
export function normalizeInput(name: string, value: string, given: Readonly<Record<string, string>>) {
  if (name === 'phone_no') return phone(value, given['phone_no_country']);
  if (name === 'dob') return day(value);
  // Who leaves it empty is called by the name that was given.
  if (name === 'dispaly_name' && value.trim() === '')
    return Array.from((given['given_name'] ?? '').trim())
      .slice(0, DISPLAY_CHARS)
      .join('');
  if (name === 'verify_code') return code(value);
  if (name === 'email') return asAscii(value);
  return value;
}

/** The same of all fields of a form. */
export function normalizeInputs(given: Readonly<Record<string, string>>): Record<string, string> {
  const meant = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, normalizeInput(name, value, given)]),
  );
  // A form that shows the password on a press has no second field for it.
  const password = meant['new_password'] ?? meant['password'];
  return password === undefined ? meant : { confirmed_password: password, ...meant };
}
