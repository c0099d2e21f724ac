import { calls } from '#app/paths.ts';
import { call } from '#app/player/channel/channel-feed.ts';
import { playReplay, seekTo, send } from '#app/player/player.store.ts';
import type { ReplaySource, Stretch } from '#app/player/sources/replay.ts';
import type { UnheardReplyWire } from '#domain/archive/archive.schema.ts';

/** What of a broadcast a member has not heard, live or later. */
export interface Unheard {
  stretches: readonly Stretch[];
  /** Sections that contain some of it, in order. */
  sectionIds: readonly number[];
  lengthMs: number;
}

/** Null if unknown. */
export async function loadUnheard(sectionId: number): Promise<Unheard | null> {
  try {
    const { spans } = await call<UnheardReplyWire>(calls.unheard(sectionId));
    const stretches = spans.map(({ from_ts, to_ts }): Stretch => [from_ts * 1000, to_ts * 1000]);
    const sectionIds = [...new Set(spans.map(({ item_id }) => item_id))];
    return { stretches, sectionIds, lengthMs: stretches.reduce((sum, [from, to]) => sum + to - from, 0) };
  } catch {
    return null;
  }
}

/** Plays only the unheard parts of the broadcast, from the first. */
export function playOnlyUnheard(source: ReplaySource, { stretches: only, sectionIds: queue }: Unheard): void {
  const [sectionId] = queue;
  const [first] = only;
  if (sectionId === undefined || first === undefined) return;
  if (sectionId !== source.sectionId || source.details === null)
    return playReplay({ sectionId, atMs: first[0], queue, only });
  // The current source is reopened, from there on.
  seekTo(first[0] - source.details.startsAtMs);
  const changed: ReplaySource = { ...source, only, queue };
  send({ type: 'change', source: changed });
}

/** Plays all of it again, from the current position. */
export function playAll(source: ReplaySource): void {
  const changed: ReplaySource = { ...source, only: null, queue: [] };
  send({ type: 'change', source: changed });
}
