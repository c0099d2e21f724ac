import { createHmac, timingSafeEqual } from 'node:crypto';

// An order by its signed link: what was supported, its number, its delivery. No name and no address is told by it.

const macOf = (secretKey: string, orderId: number): Buffer =>
  createHmac('sha256', secretKey).update(`campaign order ${orderId}`).digest();

export const orderTokenOf = (secretKey: string, orderId: number): string =>
  `${orderId}.${macOf(secretKey, orderId).toString('base64url')}`;

/** Null where the link is none of ours. */
export function orderOfToken(secretKey: string, token: string): number | null {
  const [, digits = '', mac = ''] = /^(\d{1,9})\.([\w-]{43})$/.exec(token) ?? [];
  if (digits === '') return null;
  const given = Buffer.from(mac, 'base64url');
  const right = macOf(secretKey, Number(digits));
  return given.length === right.length && timingSafeEqual(given, right) ? Number(digits) : null;
}
