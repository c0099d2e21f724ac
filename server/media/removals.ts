import type { Db } from '#db/database.ts';
import { listRemovals } from '#domain/media/kept-sound.ts';
import { mergeSpans } from '#domain/media/removals.rules.ts';
import type { Span } from '#domain/media/timeline.rules.ts';

/** What nobody may hear, in the memory of this process: every segment and every playlist is held against it. */
export interface Removals {
  /** Merged and in order. */
  of(streamId: number): readonly Span[];
  /** Changes with them: what was made from the ones before is old. */
  readonly version: number;
  read(): Promise<void>;
}

const NONE: readonly Span[] = [];

export function createRemovals(db: Db): Removals {
  let byStream = new Map<number, Span[]>();
  let version = 0;
  let told = '';
  let begun = 0;
  let done = 0;
  return {
    of: (streamId) => byStream.get(streamId) ?? NONE,
    get version() {
      return version;
    },
    async read() {
      const turn = ++begun;
      const rows = await listRemovals(db);
      // One that began later has seen more.
      if (turn < done) return;
      done = turn;
      const spans = Map.groupBy(rows, (row) => row.streamId);
      const next = new Map(
        [...spans].map(([streamId, of]) => [
          streamId,
          mergeSpans(of.map(({ startsAt, endsAt }) => ({ from: startsAt.getTime(), to: endsAt.getTime() }))),
        ]),
      );
      const text = JSON.stringify([...next]);
      if (text === told) return;
      told = text;
      byStream = next;
      version++;
    },
  };
}
