import { createHash } from 'node:crypto';

// The provider's side of the protocol, implemented independently, so that an error of the site is not repeated here.

export type Fields = Record<string, string>;

export function sign(secret: string, fields: Fields): string {
  const parts: string[] = [];
  for (const name of Object.keys(fields).toSorted()) {
    const value = fields[name] ?? '';
    if (name !== 'sign' && value !== '') parts.push(`${name}=${value}`);
  }
  return createHash('sha256')
    .update(secret + parts.join('&'))
    .digest('hex');
}

export const signed = (secret: string, fields: Fields): Fields => ({ ...fields, sign: sign(secret, fields) });

/** Fields of a request; null if malformed. */
export function readFields(body: unknown): Fields | null {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null;
  const fields: Fields = {};
  for (const [name, value] of Object.entries(body)) {
    if (typeof value !== 'string') return null;
    fields[name] = value;
  }
  return fields;
}

/** `yyyyMMddHHmmss` and `yyyy-MM-dd HH:mm:ss`, Hong Kong time. */
export const compactTime = (at: Date): string => longTime(at).replaceAll(/[^\d]/g, '');
export const longTime = (at: Date): string =>
  new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
