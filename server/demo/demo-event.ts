import type { Db, Tx } from '#db/database.ts';
import { importFilm, type FilmTrack } from '#domain/media/films.ts';
import type { Tape } from '#domain/media/kept-sound.ts';
import { registerEncoder, type SegmentStorage } from '#domain/media/media.ts';
import { RENDITIONS } from '#domain/media/renditions.rules.ts';
import { findEventNamed, openEvent } from '#domain/media/streams.ts';
import { EVENT_RENDITIONS, EVENT_SEGMENT_MS, eventProgramme } from '#sandbox/stations/event.ts';
import { startEvent } from '#sandbox/stations/stations.ts';
import { demoToken } from '#server/config.ts';
import { codecsOf, readInit } from '#server/media/mp4/fmp4.ts';

/** Name of the stream of the demo's encoder. */
const NAME = 'demo';
/** The event never ends, so older sound is released. */
const WINDOW_MS = 3_600_000;
/** Sound available for rewinding at the start. */
const MAX_BACKFILL_MS = 6_000;

/** The stream of the demo's permanent live event, created on first use. */
export const openDemoEvent = async (db: Db): Promise<number> =>
  (await findEventNamed(db, NAME)) ?? openEvent(db, { name: NAME, windowMs: WINDOW_MS });

/** Its encoder, with a new token at each start. */
export async function startDemoEvent(
  db: Db,
  {
    ingestUrl,
    streamId,
    backfillMs,
    log,
  }: { ingestUrl: string; streamId: number; backfillMs: number; log: (line: string) => void },
): Promise<{ stop(): Promise<void> }> {
  const token = demoToken();
  await registerEncoder({ db }, { streamId, name: 'demo-event', token });
  return startEvent({ ingestUrl, streamId, token, log, backfillMs: Math.min(backfillMs, MAX_BACKFILL_MS) });
}

/** The output of the demo's encoder between two instants, in importable form. */
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

/** Creates a past event of the demo with its replay. `keep` retains it in the same transaction. */
export function recordDemoEvent<T>(
  deps: { db: Db; storage: SegmentStorage; now: Date },
  { name, startsAt, lastsMs }: { name: string; startsAt: Date; lastsMs: number },
  keep: (tx: Tx, event: Tape) => Promise<T>,
): Promise<T> {
  // Segments are aligned to a grid of their own.
  const from = Math.floor(startsAt.getTime() / EVENT_SEGMENT_MS) * EVENT_SEGMENT_MS;
  return importFilm(deps, { name, kind: 'event', startsAt: new Date(from) }, recorded(from, from + lastsMs), keep);
}
