import { placeWords, premiumText } from '#app/text/zh-hk/premium.ts';
import type { OwnFilmWire } from '#domain/videos/videos.schema.ts';

/** How far a rented film was watched. A started rental may have no position, and an expired one cannot start. */
export function seenWords({
  place_s: placeS,
  started_ts: startedTs,
  state,
}: Pick<OwnFilmWire, 'place_s' | 'started_ts' | 'state'>): string {
  const { noPlace } = premiumText.mine;
  if (placeS !== null) return placeWords(placeS * 1_000);
  if (state === 'over') return startedTs === null ? noPlace.never : noPlace.seen;
  return startedTs === null ? premiumText.notStarted : noPlace.begun;
}
