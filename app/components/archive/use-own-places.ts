import { useEffect, useState } from 'react';
import { useMember } from '#app/components/frame/member-state.ts';
import { calls } from '#app/paths.ts';
import type { OwnPlaceWire } from '#domain/archive/archive.schema.ts';

/** Where a member was in a part. */
export interface OwnPlace {
  atMs: number;
  heardAtMs: number;
}

/** The places that are asked for at once. */
const AT_ONCE = 200;

/**
 * Where a subscriber was in parts, by their numbers: asked for once the page stands, as the page is everybody's. Null
 * until they are known, and to whoever has none.
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
      // What is not known is not shown; the player asks again when it plays.
      .catch((error: unknown) => console.error('places were not told', error));
    return () => ended.abort();
  }, [isSubscriber, asked]);
  return places;
}

/** Where somebody listened last. */
export function newestPlaceMs(places: ReadonlyMap<number, OwnPlace> | null): number | null {
  const [newest] = [...(places?.values() ?? [])].toSorted((a, b) => b.heardAtMs - a.heardAtMs);
  return newest?.atMs ?? null;
}
