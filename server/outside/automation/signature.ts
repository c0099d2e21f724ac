import { createHmac, timingSafeEqual } from 'node:crypto';

/** What automation puts into `X-Airwave-Signature`: over the path, which names the channel, and the body byte for byte. */
export const automationSignature = (secret: string, path: string, body: Buffer | string): string =>
  `sha256=${createHmac('sha256', secret).update(`${path}\n`).update(body).digest('hex')}`;

/** Whether a report comes from who knows the secret; in constant time. */
export function isSignedByAutomation(
  secret: string,
  { path, body, signature }: { path: string; body: Buffer; signature: string | undefined },
): boolean {
  const given = Buffer.from(signature ?? '');
  const right = Buffer.from(automationSignature(secret, path, body));
  return given.length === right.length && timingSafeEqual(given, right);
}
