import { createHmac, timingSafeEqual } from 'node:crypto';

/** A person needs at least so long to fill a form. */
const MIN_AGE_MS = 4_000;
const MAX_AGE_MS = 12 * 3_600_000;

const sign = (key: string, issuedAt: string) =>
  createHmac('sha256', key).update(`form ticket ${issuedAt}`).digest('base64url');

/** Says, unforgeably, when a form was opened: for visitors without JavaScript, whom the bot check cannot see. */
export function issueTicket(key: string, now: Date): string {
  const issuedAt = now.getTime().toString(36);
  return `${issuedAt}.${sign(key, issuedAt)}`;
}

/** Whether a ticket is ours, and the form was open as long as a person needs and no longer than half a day. */
export function isGoodTicket(key: string, ticket: string, now: Date): boolean {
  const [issuedAt = '', signature = ''] = ticket.split('.');
  const given = Buffer.from(signature);
  const right = Buffer.from(sign(key, issuedAt));
  if (given.length !== right.length || !timingSafeEqual(given, right)) return false;
  const ageMs = now.getTime() - Number.parseInt(issuedAt, 36);
  return ageMs >= MIN_AGE_MS && ageMs <= MAX_AGE_MS;
}
