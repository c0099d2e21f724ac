import { field, lengthOf } from '#domain/forms/fields.rules.ts';

// Shared with the browser.

/** VA-01; also excludes line breaks. */
const NOT_IN_PASSWORDS = /[<>"'\t \r\n\u2028\u2029]/;
const PASSWORD_CHARS = { least: 8, most: 500 } as const;

/** VA-01 by part: number of missing characters, and whether all characters are allowed. */
export const passwordParts = (value: string): { missing: number; isClean: boolean } => ({
  missing: Math.max(0, PASSWORD_CHARS.least - lengthOf(value)),
  isClean: !NOT_IN_PASSWORDS.test(value),
});

export function isPassword(value: unknown): value is string {
  if (typeof value !== 'string' || lengthOf(value) > PASSWORD_CHARS.most) return false;
  const { missing, isClean } = passwordParts(value);
  return missing === 0 && isClean;
}

/** A new password. */
export const password = field<string>((given) => (isPassword(given) ? { value: given } : { code: 'password' }), {
  ...PASSWORD_CHARS,
  input: { autoComplete: 'new-password' },
});
