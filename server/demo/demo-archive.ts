import { createHash } from 'node:crypto';
import type { Db, Tx } from '#db/database.ts';
import { cutPastDays } from '#domain/archive/cutting/archive-cut.ts';
import { listBroadcasts } from '#domain/archive/archive.ts';
import { addClassic } from '#domain/archive/classics.ts';
import { importTranscript } from '#domain/archive/words/transcripts.ts';
import { openTape } from '#domain/media/kept-sound.ts';
import { addLoop } from '#domain/media/loop-hours.ts';
import { audioProgramme } from '#sandbox/stations/loops.ts';
import { spokenBetween } from '#sandbox/stations/spoken.ts';
import { SAMPLE_RATE, SEGMENT_MS } from '#sandbox/stations/time-mark.ts';
import { archiveSettingsOf } from '#server/services/playing/archive.ts';
import type { Config } from '#server/config.ts';
import { stationOfLoop } from '#server/media/loop-storage.ts';
import { addDaysHk } from '#shared/hk-time.ts';
import { stationDayOf } from '#shared/station-day.ts';

const DEMO_DAYS = 30;
/** Sound is generated on demand, so nothing needs to be retained. */
const sound = { keepSound: async () => {}, releaseSound: async () => {} };
const hand = { who: 'demo', why: 'the demo has something of everything' };

/** Cuts thirty days of the demo by the timetable, with the same functions as a real day. */
export function cutDemoArchive(config: Config, { db, now }: { db: Db; now: Date }): Promise<number> {
  const today = stationDayOf(now);
  const days = Array.from({ length: DEMO_DAYS }, (_, i) => addDaysHk(today, i + 1 - DEMO_DAYS));
  return cutPastDays({ db, sound, settings: archiveSettingsOf(config), now }, days);
}

/** Adds the loop of a station, or of the one assigned to a tape, between two instants. */
export async function addStationLoop(db: Db, streamId: number, from: Date, to: Date): Promise<void> {
  const station = stationOfLoop(streamId);
  for (const rendition of ['a64', 'a128'] as const) {
    const sha256 = createHash('sha256').update(audioProgramme(station, rendition).init).digest('hex');
    const init = { sha256, codecs: 'mp4a.40.2', timescale: SAMPLE_RATE };
    await addLoop(db, { streamId, rendition, init, from, to });
  }
}

/** A classic in the demo's fixtures. */
interface DemoClassic {
  channelId: number;
  programId: number;
  title: string;
  onAir: string;
  minutes: number;
  parts: readonly (readonly [fromMinute: number, name: string])[];
}

const clock = (minutes: number): string => new Date(minutes * 60_000).toISOString().slice(11, 23);

function rundownOf({ parts, minutes }: DemoClassic): string {
  const cues = parts.map(([from, name], i) => `${clock(from)} --> ${clock(parts[i + 1]?.[0] ?? minutes)}\n${name}`);
  return `WEBVTT\n\n${cues.join('\n\n')}\n`;
}

async function addDemoClassic(tx: Tx, streamId: number, classic: DemoClassic, now: Date): Promise<void> {
  const startsAt = new Date(`${classic.onAir}:00+08:00`);
  const endsAt = new Date(startsAt.getTime() + classic.minutes * 60_000);
  // Segments of the loop are aligned to a grid, so the first one is included whole.
  const soundFrom = new Date(Math.floor(startsAt.getTime() / SEGMENT_MS) * SEGMENT_MS);
  await addStationLoop(tx, streamId, soundFrom, endsAt);
  const { programId, title } = classic;
  const rundown = rundownOf(classic);
  const speaks = stationOfLoop(streamId) === 881;
  const transcript = speaks ? spokenBetween(startsAt.getTime(), endsAt.getTime()) : null;
  const span = { streamId, startsAt, endsAt };
  await addClassic(tx, { sound, now }, hand, { ...span, programId, title, rundown, transcript, availableUntil: null });
}

/** The programme of 881 with transcripts in the demo: its voice reads the news. */
const NEWS_PROGRAM = 1021;
const TRANSCRIPTS = 3;

/**
 * Adds classics, and transcripts of the synthetic voice of 881, with the functions of a real import. All or nothing;
 * returns their numbers.
 */
export function addDemoExtras(
  { db, now }: { db: Db; now: Date },
  classics: readonly DemoClassic[],
): Promise<{ classics: number; transcripts: number }> {
  return db.transaction(async (tx) => {
    const waiting = [...classics];
    // The loop of a tape depends on its number: of three consecutive ones each station gets one.
    while (waiting.length > 0) {
      const streamId = await openTape(tx, { name: 'demo' });
      const next = waiting.findIndex(({ channelId }) => channelId === stationOfLoop(streamId));
      const [classic] = next < 0 ? [] : waiting.splice(next, 1);
      if (classic) await addDemoClassic(tx, streamId, classic, now);
    }
    const news = (await listBroadcasts(tx, { programId: NEWS_PROGRAM, streamId: 881, limit: 2 * TRANSCRIPTS }))
      .filter(({ broadcast }) => broadcast.isOver)
      .slice(0, TRANSCRIPTS);
    for (const { broadcast } of news) {
      const text = spokenBetween(broadcast.startsAt.getTime(), broadcast.endsAt.getTime());
      await importTranscript(tx, { now }, hand, { archiveId: broadcast.id, text });
    }
    return { classics: classics.length, transcripts: news.length };
  });
}
