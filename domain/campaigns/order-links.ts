import { createHmac, timingSafeEqual } from 'node:crypto';

// Signed links to an order: what was supported, its number and delivery. Reveals no name or address.

const macOf = (secretKey: string, orderId: number): Buffer =>
  createHmac('sha256', secretKey).update(`campaign order ${orderId}`).digest();

export const orderTokenOf = (secretKey: string, orderId: number): string =>
  `${orderId}.${macOf(secretKey, orderId).toString('base64url')}`;

/** Null if the link is invalid. */
export function orderOfToken(secretKey: string, token: string): number | null {
  const [, digits = '', mac = ''] = /^(\d{1,9})\.([\w-]{43})$/.exec(token) ?? [];
  if (digits === '') return null;
  const given = Buffer.from(mac, 'base64url');
  const right = macOf(secretKey, Number(digits));
  return given.length === right.length && timingSafeEqual(given, right) ? Number(digits) : null;
}
