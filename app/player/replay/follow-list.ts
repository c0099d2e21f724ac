import { close, playerSnapshot, send } from '#app/player/player.store.ts';
import { isReplay, replaySource, type ReplaySource } from '#app/player/sources/replay.ts';

const isSame = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((sectionId, at) => sectionId === other[at]);

/**
 * The source after its list of sections changed from `before` to `after`, with its neighbours updated. `ended` if it
 * was removed, null if another list plays or nothing changed.
 */
export function followed(
  source: ReplaySource,
  before: readonly number[],
  after: readonly number[],
): ReplaySource | 'ended' | null {
  if (source.queue.length === 0 || !isSame(source.queue, before) || isSame(before, after)) return null;
  const at = after.indexOf(source.sectionId);
  if (at < 0) return 'ended';
  const neighbour = (sectionId: number | undefined) =>
    sectionId === undefined ? null : replaySource({ sectionId, queue: after, only: source.only }, source.quality);
  return {
    ...source,
    queue: after,
    previous: neighbour(after[at - 1]),
    // A source that ends early has no successor, whatever follows in the list.
    next: source.endsEarly ? null : neighbour(after[at + 1]),
  };
}

/** A list changed that may be the one playing. */
export function followList(before: readonly number[], after: readonly number[]): void {
  const { session } = playerSnapshot().player;
  if (session?.timeline !== 'vod' || !isReplay(session.source)) return;
  const source = followed(session.source, before, after);
  if (source === 'ended') return close();
  if (source !== null) send({ type: 'amend', source });
}
