import { createHash, createHmac } from 'node:crypto';
import { isSameText } from '#server/outside/same-text.ts';

/** The whole of a signed message but its body, which is signed by its digest. */
interface SignedMessage {
  /** `post /payments/paymentrequests`, as the provider calls it. */
  target: string;
  header: (name: string) => string | undefined;
}

const TARGET = '(request-target)';

export const digestOf = (body: string | Buffer): string =>
  `SHA-256=${createHash('sha256').update(body).digest('base64')}`;

/** What is signed: a line for each name, in the order of the message's own list. Null where one of them is not there. */
export function signingText(names: readonly string[], { target, header }: SignedMessage): string | null {
  const lines = names.map((name) => {
    const value = name === TARGET ? target : header(name);
    return value === undefined ? null : `${name.toLowerCase()}: ${value}`;
  });
  return lines.includes(null) ? null : lines.join('\n');
}

/** `key` as the portal shows it: decoded once. */
const sign = (key: string, text: string): string =>
  createHmac('sha256', Buffer.from(key, 'base64')).update(text, 'utf8').digest('base64');

export function signatureOf(
  { keyId, key }: { keyId: string; key: string },
  names: readonly string[],
  message: SignedMessage,
): string {
  const text = signingText(names, message);
  if (text === null) throw new Error('a header that is to be signed is missing');
  return `keyId="${keyId}",algorithm="hmac-sha256",headers="${names.join(' ')}",signature="${sign(key, text)}"`;
}

/**
 * Whether a message comes from who shares one of the keys. `covered` are the names without which a signature says nothing:
 * one over other headers could be taken from another message.
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
