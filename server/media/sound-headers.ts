import { RENDITIONS, type RenditionName } from '#domain/media/renditions.rules.ts';

const EXPOSED_HEADERS = 'content-length, content-range, etag, date, retry-after';

/** For public sound, which any page may play: apps, partners and casting devices load it with CORS. */
export const PUBLIC_SOUND = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED_HEADERS,
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
} as const;

/** For paid sound: no pages of other sites, and no cache but the browser's. */
export const PAID_SOUND = {
  'access-control-expose-headers': EXPOSED_HEADERS,
  'cross-origin-resource-policy': 'same-site',
  'x-content-type-options': 'nosniff',
  vary: 'origin',
} as const;
export const PAID_CACHE = 'private, no-store';

export const PLAYLIST_TYPE = 'application/vnd.apple.mpegurl; charset=utf-8';
export const typeOfRendition = (rendition: RenditionName): string =>
  RENDITIONS[rendition].kind === 'video' ? 'video/mp4' : 'audio/mp4';
