import { hash } from 'node:crypto';
import { cuesOfCaptions } from '#domain/media/captions.rules.ts';
import { TAPE_STARTS_AT } from '#domain/media/kept-sound.ts';
import { touches } from '#domain/media/removals.rules.ts';
import type { CaptionRow } from '#domain/media/streams.ts';
import { FIRST_STREAM } from '#domain/media/streams.rules.ts';
import type { Span } from '#domain/media/timeline.rules.ts';
import type { Grant } from '#domain/playback/grants/grant.types.ts';

/**
 * The captions that a grant covers: those within its span, like the picture. A grant from before the rental period
 * covers one minute, and such a rental can be refunded, so its captions must not be accessible either.
 */
export function grantedCaptions(
  bytes: Buffer,
  { durationMs }: CaptionRow,
  grant: Pick<Grant, 'streamId' | 'from' | 'to'>,
  removed: readonly Span[],
): Buffer {
  const isWhole = grant.from <= TAPE_STARTS_AT && grant.to >= TAPE_STARTS_AT + durationMs;
  // The recording of an event begins at an instant of its own and is granted as a whole.
  if (grant.streamId >= FIRST_STREAM.event || (isWhole && removed.length === 0)) return bytes;
  const words = cuesOfCaptions(bytes.toString(), ({ startMs, endMs }) => {
    const cue = { startsAt: TAPE_STARTS_AT + startMs, durationMs: endMs - startMs };
    return cue.startsAt < grant.to && TAPE_STARTS_AT + endMs > grant.from && !touches(removed, cue);
  });
  return Buffer.from(words);
}

/** Captions can change under the same address. */
export const etagOfCaptions = (bytes: Buffer): string => `"${hash('sha1', bytes, 'base64url')}"`;
