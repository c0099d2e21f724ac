import { createHmac, timingSafeEqual } from 'node:crypto';
import { NOTIFICATION_KINDS, type NotificationKind } from '#shared/notification-kinds.ts';

// Comes with each notification. It can do one thing, which the settings undo: turn a kind off in one browser, without
// log-in.

const macOf = (secretKey: string, subscriptionId: number, kind: NotificationKind): Buffer =>
  createHmac('sha256', secretKey).update(`stop push ${subscriptionId} ${kind}`).digest().subarray(0, 16);

export const stopToken = (secretKey: string, subscriptionId: number, kind: NotificationKind): string =>
  `${subscriptionId}.${kind}.${macOf(secretKey, subscriptionId, kind).toString('base64url')}`;

/** What a token turns off; null if it is invalid. */
export function readStopToken(
  secretKey: string,
  token: string,
): { subscriptionId: number; kind: NotificationKind } | null {
  const [, digits = '', name = '', mac = ''] = /^(\d{1,9})\.([a-z_]{1,20})\.([\w-]{22})$/.exec(token) ?? [];
  const kind = NOTIFICATION_KINDS.find((one) => one === name);
  if (kind === undefined) return null;
  const subscriptionId = Number(digits);
  return timingSafeEqual(Buffer.from(mac, 'base64url'), macOf(secretKey, subscriptionId, kind))
    ? { subscriptionId, kind }
    : null;
}
