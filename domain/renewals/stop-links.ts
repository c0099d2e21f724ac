import { createHmac, timingSafeEqual } from 'node:crypto';
import { memberPaths } from '#shared/paths/member-paths.ts';

// A link in a mail that stops a renewal with one click, without log-in. It can only stop, and a mistaken stop can be
// undone, so it is valid as long as the renewal.

const macOf = (secretKey: string, profileId: number): Buffer =>
  createHmac('sha256', secretKey).update(`stop renewal ${profileId}`).digest();

export const stopUrl = (
  { siteUrl, secretKey }: { siteUrl: string; secretKey: string },
  { id }: { id: number },
): string => siteUrl + memberPaths.stopByLink(`${id}.${macOf(secretKey, id).toString('base64url')}`);

/** The profile a link stops; null if the link is invalid. */
export function profileOfToken(secretKey: string, token: string): number | null {
  const [, digits = '', mac = ''] = /^(\d{1,9})\.([\w-]{43})$/.exec(token) ?? [];
  if (digits === '') return null;
  const given = Buffer.from(mac, 'base64url');
  const right = macOf(secretKey, Number(digits));
  return given.length === right.length && timingSafeEqual(given, right) ? Number(digits) : null;
}
