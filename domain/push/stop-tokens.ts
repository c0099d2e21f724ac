import { createHmac, timingSafeEqual } from 'node:crypto';
import { hmacSha256 } from '#shared/hmac-sha256.ts';
import { NOTIFICATION_KINDS, type NotificationKind } from '#shared/notification-kinds.ts';

// Comes with each notification. It can do one thing, which the settings undo: turn a kind off in one browser, without
// log-in.

const macOf = (secretKey: string, subscriptionId: number, kind: NotificationKind): Buffer =>
  hmacSha256(Buffer.from(secretKey), Buffer.from(`stop push ${subscriptionId} ${kind}`)).subarray(0, 16);

export const stopToken = (secretKey: string, subscriptionId: number, kind: NotificationKind): string =>
  `${subscriptionId}.${kind}.${macOf(secretKey, subscriptionId, kind).toString('base64url')}`;

/** The same for mails: a mail of several kinds turns off each of them. */
const mailMacOf = (secretKey: string, noticeMailId: number, kinds: string): Buffer =>
  createHmac('sha256', secretKey).update(`stop mail ${noticeMailId} ${kinds}`).digest().subarray(0, 16);

export function stopMailToken(secretKey: string, noticeMailId: number, given: readonly NotificationKind[]): string {
  const kinds = NOTIFICATION_KINDS.filter((kind) => given.includes(kind)).join('-');
  return `${noticeMailId}.${kinds}.${mailMacOf(secretKey, noticeMailId, kinds).toString('base64url')}`;
}

export function readStopMailToken(
  secretKey: string,
  token: string,
): { noticeMailId: number; kinds: NotificationKind[] } | null {
  const [, digits = '', names = '', mac = ''] = /^(\d{1,9})\.([a-z_-]{1,100})\.([\w-]{22})$/.exec(token) ?? [];
  if (digits === '') return null;
  const noticeMailId = Number(digits);
  if (!timingSafeEqual(Buffer.from(mac, 'base64url'), mailMacOf(secretKey, noticeMailId, names))) return null;
  return { noticeMailId, kinds: NOTIFICATION_KINDS.filter((kind) => names.split('-').includes(kind)) };
}

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
