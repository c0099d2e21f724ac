import { useEffect, useState } from 'react';
import { useMember } from '#app/components/frame/member-state.ts';
import { calls } from '#app/paths.ts';
import type { OwnPlaceWire } from '#domain/archive/archive.schema.ts';

/** A member's position in a part. */
export interface OwnPlace {
  atMs: number;
  heardAtMs: number;
}

/** Maximum positions per request. */
const AT_ONCE = 200;

/**
 * A subscriber's positions in parts, by part number. Fetched after load, because the page is the same for everyone.
 * Null until loaded, and for visitors without positions.
 */
export function useOwnPlaces(partIds: readonly number[]): ReadonlyMap<number, OwnPlace> | null {
  const isSubscriber = useMember()?.subscribed === true;
  const [places, setPlaces] = useState<ReadonlyMap<number, OwnPlace> | null>(null);
  const asked = partIds.slice(0, AT_ONCE).join();
  useEffect(() => {
    if (!isSubscriber || asked === '') return setPlaces(null);
    const ended = new AbortController();
    void import('#app/components/member/member-call.ts')
      .then(({ callAsMember }) =>
        callAsMember(calls.replayPlaces(asked.split(',').map(Number)), { signal: ended.signal }, { tells: false }),
      )
      .then((answer) => {
        if (ended.signal.aborted || !answer.isOk) return;
        const found = (answer.response as { places: OwnPlaceWire[] }).places;
        setPlaces(
          new Map(
            found.map((place) => [
              place.item_id,
              { atMs: Math.floor(place.at_ts * 1000), heardAtMs: place.heard_ts * 1000 },
            ]),
          ),
        );
      })
      // Positions that failed to load are not shown; the player fetches them again.
      .catch((error: unknown) => console.error('could not load playback positions', error));
    return () => ended.abort();
  }, [isSubscriber, asked]);
  return places;
}

/** The most recent position. */
export function newestPlaceMs(places: ReadonlyMap<number, OwnPlace> | null): number | null {
  const [newest] = [...(places?.values() ?? [])].toSorted((a, b) => b.heardAtMs - a.heardAtMs);
  return newest?.atMs ?? null;
}
