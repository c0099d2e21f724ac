import { useEffect, useState } from 'react';
import { useMember } from '#app/components/frame/member-state.ts';
import { calls } from '#app/paths.ts';
import type { OwnPositionWire } from '#domain/archive/archive.schema.ts';

/** A member's position in a part. */
export interface OwnPosition {
  atMs: number;
  heardAtMs: number;
}

/** Maximum positions per request. */
const AT_ONCE = 200;

/**
 * A subscriber's positions in parts, by part number. Fetched after load, because the page is the same for everyone.
 * Null until loaded, and for visitors without positions.
 */
export function useOwnPositions(partIds: readonly number[]): ReadonlyMap<number, OwnPosition> | null {
  const isSubscriber = useMember()?.subscribed === true;
  const [positions, setPositions] = useState<ReadonlyMap<number, OwnPosition> | null>(null);
  const asked = partIds.slice(0, AT_ONCE).join();
  useEffect(() => {
    if (!isSubscriber || asked === '') return setPositions(null);
    const ended = new AbortController();
    void import('#app/components/member/member-call.ts')
      .then(({ callAsMember }) =>
        callAsMember(calls.replayPositions(asked.split(',').map(Number)), { signal: ended.signal }, { tells: false }),
      )
      .then((answer) => {
        if (ended.signal.aborted || !answer.isOk) return;
        const found = (answer.response as { places: OwnPositionWire[] }).places;
        setPositions(
          new Map(
            found.map((position) => [
              position.item_id,
              { atMs: Math.floor(position.at_ts * 1000), heardAtMs: position.heard_ts * 1000 },
            ]),
          ),
        );
      })
      // Positions that failed to load are not shown; the player fetches them again.
      .catch((error: unknown) => console.error('could not load playback positions', error));
    return () => ended.abort();
  }, [isSubscriber, asked]);
  return positions;
}

/** The most recent position. */
export function newestPositionMs(positions: ReadonlyMap<number, OwnPosition> | null): number | null {
  const [newest] = [...(positions?.values() ?? [])].toSorted((a, b) => b.heardAtMs - a.heardAtMs);
  return newest?.atMs ?? null;
}
