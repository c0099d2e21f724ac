import { createHash } from 'node:crypto';
import { dateTimeHk } from '#shared/hk-time.ts';
import { isSameText } from '#server/outside/same-text.ts';

/** Fields of a message without signature; an empty field counts as absent. */
export type EftFields = Readonly<Record<string, string>>;

const byAscii = ([one]: [string, string], [other]: [string, string]) => (one < other ? -1 : one > other ? 1 : 0);

/** Signs the secret followed by every non-empty field except `sign`, in ASCII order. */
export function eftSign(secret: string, fields: EftFields): string {
  const text = Object.entries(fields)
    .filter(([name, value]) => name !== 'sign' && value !== '')
    .toSorted(byAscii)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  return createHash('sha256').update(`${secret}${text}`, 'utf8').digest('hex');
}

/** The secret that signed a message. Null: none of ours. */
export function signerOf(secrets: readonly string[], fields: EftFields): string | null {
  const given = (fields['sign'] ?? '').toLowerCase();
  return secrets.find((secret) => isSameText(given, eftSign(secret, fields))) ?? null;
}

/**
 * All fields of a message, including unknown ones, because those are signed too. Null if a value is nested: how such
 * values are signed is not documented.
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
