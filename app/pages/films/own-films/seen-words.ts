import { positionWords, filmRentalText } from '#app/text/zh-hk/films.ts';
import type { OwnFilmWire } from '#domain/films/films.schema.ts';

/** How far a rented film was watched. A started rental may have no position, and an expired one cannot start. */
export function seenWords({
  place_s: positionS,
  started_ts: startedTs,
  state,
}: Pick<OwnFilmWire, 'place_s' | 'started_ts' | 'state'>): string {
  const { noPosition } = filmRentalText.mine;
  if (positionS !== null) return positionWords(positionS * 1_000);
  if (state === 'over') return startedTs === null ? noPosition.never : noPosition.seen;
  return startedTs === null ? filmRentalText.notStarted : noPosition.begun;
}
