import { createHmac, timingSafeEqual } from 'node:crypto';
import { memberPaths } from '#shared/member-paths.ts';

// A link in a mail that stops a renewal at one press, without logging in. All that it can do is stop, and who stops by
// mistake starts again; so it lasts as long as what it stops.

const macOf = (secretKey: string, profileId: number): Buffer =>
  createHmac('sha256', secretKey).update(`stop renewal ${profileId}`).digest();

export const stopUrl = (
  { siteUrl, secretKey }: { siteUrl: string; secretKey: string },
  { id }: { id: number },
): string => siteUrl + memberPaths.stopByLink(`${id}.${macOf(secretKey, id).toString('base64url')}`);

/** The profile that a link stops; null where it is not one of ours. */
export function profileOfToken(secretKey: string, token: string): number | null {
  const [, digits = '', mac = ''] = /^(\d{1,9})\.([\w-]{43})$/.exec(token) ?? [];
  if (digits === '') return null;
  const given = Buffer.from(mac, 'base64url');
  const right = macOf(secretKey, Number(digits));
  return given.length === right.length && timingSafeEqual(given, right) ? Number(digits) : null;
}
