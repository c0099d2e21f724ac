import type { Db } from '#db/database.ts';
import { listRemovals } from '#domain/media/kept-sound.ts';
import { mergeSpans } from '#domain/media/removals.rules.ts';
import type { Span } from '#domain/media/timeline.rules.ts';

/** Removed spans, cached in memory; every segment and playlist is checked against them. */
export interface Removals {
  /** Merged and sorted. */
  of(streamId: number): readonly Span[];
  /** Whether a replay span overlaps a recently hidden replay: addresses signed earlier are refused. */
  hide(span: { streamId: number } & Span): boolean;
  /** Incremented when removals change; invalidates what was built before. */
  readonly version: number;
  read(): Promise<void>;
}

/** Hidden replays whose signed addresses may still be in use. */
export type ReadHidden = (db: Db) => Promise<{ streamId: number; startsAt: Date; endsAt: Date }[]>;

const NONE: readonly Span[] = [];

const spansByStream = (rows: readonly { streamId: number; startsAt: Date; endsAt: Date }[]): Map<number, Span[]> =>
  new Map(
    [...Map.groupBy(rows, (row) => row.streamId)].map(([streamId, of]) => [
      streamId,
      of.map(({ startsAt, endsAt }) => ({ from: startsAt.getTime(), to: endsAt.getTime() })),
    ]),
  );

export function createRemovals(db: Db, readHidden: ReadHidden = async () => []): Removals {
  let byStream = new Map<number, Span[]>();
  let hidden = new Map<number, Span[]>();
  let version = 0;
  let told = '';
  let begun = 0;
  let done = 0;
  return {
    of: (streamId) => byStream.get(streamId) ?? NONE,
    hide: ({ streamId, from, to }) => (hidden.get(streamId) ?? NONE).some((span) => span.from < to && span.to > from),
    get version() {
      return version;
    },
    async read() {
      const turn = ++begun;
      const [rows, hiddenRows] = await Promise.all([listRemovals(db), readHidden(db)]);
      // A query that started later is more recent.
      if (turn < done) return;
      done = turn;
      hidden = spansByStream(hiddenRows);
      const next = new Map([...spansByStream(rows)].map(([streamId, spans]) => [streamId, mergeSpans(spans)]));
      const text = JSON.stringify([...next]);
      if (text === told) return;
      told = text;
      byStream = next;
      version++;
    },
  };
}
