import { createHash, createHmac } from 'node:crypto';
import { isSameText } from '#server/outside/same-text.ts';

/** A signed message without its body, which is covered by its digest. */
interface SignedMessage {
  /** `post /payments/paymentrequests`, as the provider sees it. */
  target: string;
  header: (name: string) => string | undefined;
}

const TARGET = '(request-target)';

export const digestOf = (body: string | Buffer): string =>
  `SHA-256=${createHash('sha256').update(body).digest('base64')}`;

/** The signed text: a line for each name, in the order of the message's list. Null if a header is missing. */
export function signingText(names: readonly string[], { target, header }: SignedMessage): string | null {
  const lines = names.map((name) => {
    const value = name === TARGET ? target : header(name);
    return value === undefined ? null : `${name.toLowerCase()}: ${value}`;
  });
  return lines.includes(null) ? null : lines.join('\n');
}

/** `key` as displayed in the portal, base64. */
const sign = (key: string, text: string): string =>
  createHmac('sha256', Buffer.from(key, 'base64')).update(text, 'utf8').digest('base64');

export function signatureOf(
  { keyId, key }: { keyId: string; key: string },
  names: readonly string[],
  message: SignedMessage,
): string {
  const text = signingText(names, message);
  if (text === null) throw new Error('a header to be signed is missing');
  return `keyId="${keyId}",algorithm="hmac-sha256",headers="${names.join(' ')}",signature="${sign(key, text)}"`;
}

/**
 * Verifies a signature against any of the keys. `covered` names the headers that must be signed: a signature over
 * others could be taken from another message.
 */
export function isSigned(
  keys: readonly string[],
  signature: string | undefined,
  covered: readonly string[],
  message: SignedMessage,
): boolean {
  const fields = new Map(
    [...(signature ?? '').matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  );
  const names = (fields.get('headers') ?? '').split(' ').filter(Boolean);
  const given = fields.get('signature') ?? '';
  if (fields.get('algorithm') !== 'hmac-sha256') return false;
  if (!covered.every((name) => names.some((one) => one.toLowerCase() === name))) return false;
  const text = signingText(names, message);
  return text !== null && keys.some((key) => isSameText(given, sign(key, text)));
}
