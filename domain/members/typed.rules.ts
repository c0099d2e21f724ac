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

/**
 * One field of a form as it is meant, out of what a person wrote. For forms only: calls take what the rules say and nothing
 * else (VA-03, VA-18).
 */
export function asMeant(name: string, value: string, { phone_no_country: country }: Readonly<Record<string, string>>) {
  if (name === 'phone_no') return phone(value, country);
  if (name === 'verify_code') return code(value);
  if (name === 'email') return asAscii(value);
  return value;
}

/** The same of all fields of a form. */
export const allAsMeant = (given: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name, asMeant(name, value, given)]));
