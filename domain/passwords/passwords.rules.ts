import { field, lengthOf } from '#domain/forms/fields.rules.ts';

// What the browser checks too.

/** VA-01; line breaks are refused with the rest. */
const NOT_IN_PASSWORDS = /[<>"'\t \r\n\u2028\u2029]/;
const PASSWORD_CHARS = { least: 8, most: 500 } as const;

/** VA-01 part by part: how many characters are missing, and whether each may stand in a password. */
export const passwordParts = (value: string): { missing: number; isClean: boolean } => ({
  missing: Math.max(0, PASSWORD_CHARS.least - lengthOf(value)),
  isClean: !NOT_IN_PASSWORDS.test(value),
});

export function isPassword(value: unknown): value is string {
  if (typeof value !== 'string' || lengthOf(value) > PASSWORD_CHARS.most) return false;
  const { missing, isClean } = passwordParts(value);
  return missing === 0 && isClean;
}

/** A password that is set. */
export const password = field<string>((given) => (isPassword(given) ? { value: given } : { code: 'password' }), {
  ...PASSWORD_CHARS,
  input: { autoComplete: 'new-password' },
});
