import { createHash } from 'node:crypto';
import { dateTimeHk } from '#shared/hk-time.ts';
import { isSameText } from '#server/outside/same-text.ts';

/** Fields as they are sent, unsigned; an empty one counts as not there. */
export type EftFields = Readonly<Record<string, string>>;

const byAscii = ([one]: [string, string], [other]: [string, string]) => (one < other ? -1 : one > other ? 1 : 0);

/** The secret first, then every field but `sign` that has a value, in the order of ASCII. */
export function eftSign(secret: string, fields: EftFields): string {
  const text = Object.entries(fields)
    .filter(([name, value]) => name !== 'sign' && value !== '')
    .toSorted(byAscii)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  return createHash('sha256').update(`${secret}${text}`, 'utf8').digest('hex');
}

/** The secret by which a message is signed; null: by none of ours. */
export function signerOf(secrets: readonly string[], fields: EftFields): string | null {
  const given = (fields['sign'] ?? '').toLowerCase();
  return secrets.find((secret) => isSameText(given, eftSign(secret, fields))) ?? null;
}

/**
 * Fields of a message, whatever is new among them, as new ones are signed too. Null where one is no single value: nothing
 * says how such are signed.
 */
export function eftFieldsOf(message: unknown): EftFields | null {
  if (typeof message !== 'object' || message === null || Array.isArray(message)) return null;
  const fields = Object.entries(message).map(([name, value]): [string, string] | null => {
    if (value === null || value === undefined) return [name, ''];
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? [name, String(value)]
      : null;
  });
  return fields.includes(null) ? null : Object.fromEntries(fields as [string, string][]);
}

/** `20251120110405`, in Hong Kong. */
export const eftTime = (instant: Date): string => dateTimeHk(instant).replaceAll(/\D/g, '');
