import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Minimum time in which a person can fill in a form. */
const MIN_AGE_MS = 4_000;
export const TICKET_MS = 12 * 3_600_000;

const sign = (key: string, issuedAt: string, name: string) =>
  createHmac('sha256', key).update(`form ticket ${issuedAt} ${name}`).digest('base64url');

/** Signs the time at which a form was opened: for visitors without JavaScript, whom the bot check cannot assess. */
export function issueTicket(key: string, now: Date): string {
  const issuedAt = now.getTime().toString(36);
  const name = randomBytes(12).toString('base64url');
  return `${issuedAt}.${name}.${sign(key, issuedAt, name)}`;
}

/**
 * The name of a valid ticket, if the form was open for at least the minimum time and at most half a day; otherwise
 * null. The name allows it to be redeemed only once.
 */
export function nameOfTicket(key: string, ticket: string, now: Date): string | null {
  const [issuedAt = '', name = '', signature = ''] = ticket.split('.');
  const given = Buffer.from(signature);
  const right = Buffer.from(sign(key, issuedAt, name));
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
  const ageMs = now.getTime() - Number.parseInt(issuedAt, 36);
  return ageMs >= MIN_AGE_MS && ageMs <= TICKET_MS ? name : null;
}
