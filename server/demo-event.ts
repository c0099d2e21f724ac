import type { Db, Tx } from '#db/database.ts';
import { importFilm, type FilmTrack } from '#domain/media/films.ts';
import type { Tape } from '#domain/media/kept-sound.ts';
import { registerEncoder, type SegmentStorage } from '#domain/media/media.ts';
import { RENDITIONS } from '#domain/media/renditions.rules.ts';
import { findEventNamed, openEvent } from '#domain/media/streams.ts';
import { EVENT_RENDITIONS, EVENT_SEGMENT_MS, eventProgramme } from '#sandbox/stations/event.ts';
import { startEvent } from '#sandbox/stations/stations.ts';
import { demoToken } from '#server/config.ts';
import { codecsOf, readInit } from '#server/media/fmp4.ts';

/** Of the stream that the demo's encoder pushes to. */
const NAME = 'demo';
/** It never ends, so what left this is let go. */
const WINDOW_MS = 3_600_000;
/** What there is to go back to as it begins. */
const MOST_BACKFILL_MS = 6_000;

/** The stream of the demo's event that is always live; made by whoever asks first. */
export const openDemoEvent = async (db: Db): Promise<number> =>
  (await findEventNamed(db, NAME)) ?? openEvent(db, { name: NAME, windowMs: WINDOW_MS });

/** Its encoder: each start gives it a new token. */
export async function startDemoEvent(
  db: Db,
  { ingestUrl, backfillMs, log }: { ingestUrl: string; backfillMs: number; log: (line: string) => void },
): Promise<{ stop(): Promise<void> }> {
  const streamId = await openDemoEvent(db);
  const token = demoToken();
  await registerEncoder({ db }, { streamId, name: 'demo-event', token });
  return startEvent({ ingestUrl, streamId, token, log, backfillMs: Math.min(backfillMs, MOST_BACKFILL_MS) });
}

/** What the demo's encoder would have pushed between two instants, as something to import. */
function recorded(from: number, to: number): FilmTrack[] {
  const first = Math.floor(from / EVENT_SEGMENT_MS);
  const count = Math.ceil(to / EVENT_SEGMENT_MS) - first;
  return EVENT_RENDITIONS.map((rendition) => {
    const { init, segment } = eventProgramme(rendition);
    const tracks = readInit(init, RENDITIONS[rendition].kind);
    function* segments() {
      for (let n = first; n < first + count; n++)
        yield { bytes: segment(n), durationMs: EVENT_SEGMENT_MS, mediaStartMs: n * EVENT_SEGMENT_MS };
    }
    return {
      rendition,
      size: tracks.find(({ size }) => size !== null)?.size ?? null,
      init: { bytes: init, codecs: codecsOf(tracks), timescale: tracks[0]!.timescale },
      segments: segments(),
    };
  });
}

/** An event of the demo that is over, with its replay. `keep` says what it is kept for, in the same transaction. */
export function recordDemoEvent<T>(
  deps: { db: Db; storage: SegmentStorage; now: Date },
  { name, startsAt, lastsMs }: { name: string; startsAt: Date; lastsMs: number },
  keep: (tx: Tx, event: Tape) => Promise<T>,
): Promise<T> {
  // Segments of the clock begin on a grid of their own.
  const from = Math.floor(startsAt.getTime() / EVENT_SEGMENT_MS) * EVENT_SEGMENT_MS;
  return importFilm(deps, { name, kind: 'event', startsAt: new Date(from) }, recorded(from, from + lastsMs), keep);
}
