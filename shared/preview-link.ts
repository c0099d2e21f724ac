import { createHmac, timingSafeEqual } from 'node:crypto';
import { DomainError } from '#shared/domain-error.ts';

// Signed links that show unpublished content to their holders. A link names a draft and not a revision: it shows
// what is saved when it is opened.

const LINK_LIFE_SECONDS = 15 * 60;

/** What a link shows; a token of one kind is invalid for another. */
type Shown = 'draft' | 'campaign';

const macOf = (secretKey: string, shown: Shown, signed: string): Buffer =>
  createHmac('sha256', secretKey).update(`${shown} preview ${signed}`).digest();

/** A token that shows a draft for fifteen minutes. The caller may edit the draft. */
export function previewToken(
  secretKey: string,
  shown: Shown,
  id: number,
  now: Date,
): { token: string; expiresAt: Date } {
  const expiresSeconds = Math.floor(now.getTime() / 1000) + LINK_LIFE_SECONDS;
  const signed = `${id}-${expiresSeconds}`;
  return {
    token: `${signed}-${macOf(secretKey, shown, signed).toString('base64url')}`,
    expiresAt: new Date(expiresSeconds * 1000),
  };
}

/** Id and expiry of a token; `dataNotFound` if it is invalid or expired. */
export function readPreviewToken(
  secretKey: string,
  shown: Shown,
  token: string,
  now: Date,
): { id: number; expiresAt: Date } {
  const [, signed = '', id, seconds, mac = ''] = /^((\d{1,10})-(\d{1,12}))-([\w-]{43})$/.exec(token) ?? [];
  const expiresAt = new Date(Number(seconds) * 1000);
  const [given, right] = [Buffer.from(mac, 'base64url'), macOf(secretKey, shown, signed)];
  if (given.length !== right.length || !timingSafeEqual(given, right) || expiresAt <= now)
    throw new DomainError('dataNotFound', 'the preview link is invalid or has expired');
  return { id: Number(id), expiresAt };
}
