import { createHmac, timingSafeEqual } from 'node:crypto';

/** Value of `X-Airwave-Signature`: HMAC over the path, which contains the channel, and the raw body. */
export const automationSignature = (secret: string, path: string, body: Buffer | string): string =>
  `sha256=${createHmac('sha256', secret).update(`${path}\n`).update(body).digest('hex')}`;

/** Verifies the signature of a report, in constant time. */
export function isSignedByAutomation(
  secret: string,
  { path, body, signature }: { path: string; body: Buffer; signature: string | undefined },
): boolean {
  const given = Buffer.from(signature ?? '');
  const right = Buffer.from(automationSignature(secret, path, body));
  return given.length === right.length && timingSafeEqual(given, right);
}
