import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Database } from '#db/database.ts';
import type { PlayReplyWire } from '#domain/archive/archive.schema.ts';
import { RENEW_EACH_MS } from '#domain/playback/leases.rules.ts';
import type { Site } from '#tests/setup/site.ts';
import { listen } from './listeners.bench.ts';
import { cpuSeconds, p95, rssMb, type Row } from './measure.ts';
import { SEGMENT_MS, T0 } from './packed-hours.ts';
import { openConnection, type RawConnection } from './raw-connection.ts';
import { makeTape } from './replay-tape.ts';
import { addSubscribers, openSiteDatabase } from './site-members.ts';

const LIVE = 2_000;
const REPLAYS = 3_000;
/** A member may play on two devices at once. */
const DEVICES = 2;
const SECONDS = 60;
const JOIN_MS = 30_000;
/** Broadcasts of an hour each. */
const BROADCASTS = 8;
/** An hour each: 150 MB. */
const FILLERS = 5;
/** A player's buffer (`maxBufferLength`). */
const AHEAD_MS = 30_000;
const SD = 12;
/** Nobody starts so late that the end is reached within the bench. */
const BEGIN_BEFORE = 0.8;

interface Heard {
  errors: string[];
  segments: number;
  /** Arrived after their playback time. */
  late: number;
  renewalsMs: number[];
}

interface Listener {
  connection: RawConnection;
  cookie: string;
  sectionId: number;
  /** The end of the bench. */
  over: AbortSignal;
}

const asJson = <T>(body: Buffer) => (JSON.parse(body.toString()) as { response: T }).response;

/** A member's device: sends a player's requests at a player's times. Rejects if refused. */
async function listenAgain({ connection, cookie, sectionId, over }: Listener, heard: Heard): Promise<void> {
  const until = (at: number) => delay(Math.max(0, at - performance.now()), undefined, { signal: over });
  const headers = { cookie };
  const deviceKey = randomUUID();
  const ask = async (path: string, body?: string): Promise<Buffer> => {
    const reply = await connection.ask(path, { headers, ...(body !== undefined && { body }) });
    if (reply.status !== 200) throw new Error(`${reply.status} ${path.replace(/\/replay\/[\w-]+/, '/replay/…')}`);
    return reply.body;
  };
  const begin = `/api/programarchives/playback/${sectionId}?device_key=${deviceKey}`;
  const { items, lease, stream_id, start_ts } = asJson<PlayReplyWire>(await ask(begin));
  const path = items.find((item) => item.default_encode_profile_output_id === SD)?.path ?? '';
  let [, , grant = ''] = path.split('/');
  if (lease === null) throw new Error('no lease');
  const text = (await ask(path)).toString();
  const names = text.match(/^\d+\.m4s$/gm) ?? [];
  await ask(`/replay/${grant}/init/${/init\/(\d+\.mp4)/.exec(text)?.[1]}`);
  const first = Math.floor(Math.random() * names.length * BEGIN_BEFORE);

  const beganAt = performance.now();
  const positionNow = () => start_ts + (first * SEGMENT_MS + performance.now() - beganAt) / 1000;
  let sequence = 0;
  async function renew(): Promise<void> {
    const [at, now] = [positionNow(), Date.now() / 1000];
    const seconds = RENEW_EACH_MS / 1000;
    const event = { sequence: ++sequence, stream_id, at_ts: at, age_s: 0, clock_ts: now, moved_s: seconds };
    const said = {
      device_key: deviceKey,
      sent_ts: now,
      places: [{ ...event, heard: [[at - seconds, at]] }],
      lease_id: lease!.id,
      epoch: lease!.epoch,
      is_paused: false,
    };
    const asked = performance.now();
    const renewed = asJson<{ grant: string }>(await ask('/api/playback/lease', JSON.stringify(said)));
    heard.renewalsMs.push(performance.now() - asked);
    grant = renewed.grant;
  }

  async function renewals(): Promise<void> {
    for (let n = 1; !over.aborted; n++) {
      await until(beganAt + n * RENEW_EACH_MS);
      await renew();
    }
  }
  async function segments(): Promise<void> {
    for (let n = 0; first + n < names.length; n++) {
      const soundsAt = beganAt + n * SEGMENT_MS;
      await until(soundsAt - AHEAD_MS);
      await ask(`/replay/${grant}/${stream_id}/a64/${names[first + n]}`);
      heard.segments++;
      if (n > 0 && performance.now() > soundsAt) heard.late++;
    }
  }
  await Promise.all([renewals(), segments()]);
}

/** Creates broadcasts over packed hours, like a station's of yesterday. Returns the section of each. */
async function makeBroadcasts(site: Site, database: Database): Promise<number[]> {
  const { db } = database;
  const of = { rendition: 'a64', hours: BROADCASTS, hoursWithBytes: BROADCASTS } as const;
  const { streamId } = await makeTape(site, database, of);
  const { rows } = await db.execute<{ id: number }>(sql`
    with hour as (
      select ${new Date(T0).toISOString()}::timestamptz + n * interval '1 hour' as begins
      from generate_series(0, ${BROADCASTS - 1}::int) as n
    ), broadcast as (
      insert into program_archives (program_id, stream_id, day_hk, starts_at, ends_at, is_over, program_class, source)
      select (select min(id) from programs), ${streamId}::int, '2025-01-01', begins, begins + interval '1 hour', true, 2, 'import'
      from hour returning id, starts_at, ends_at
    )
    insert into archive_sections (archive_id, section_no, starts_at, ends_at, source)
    select id, 1, starts_at, ends_at, 'import' from broadcast returning id`);
  return rows.map(({ id }) => id);
}

/** Requests more than the process caches, so that cached data are not counted as a cost of listeners. */
async function fillCache(site: Site, cookies: readonly string[], sections: readonly number[]): Promise<void> {
  await Promise.all(
    cookies.map(async (cookie, i) => {
      const connection = openConnection(site.port);
      const ask = async (path: string) => (await connection.ask(path, { headers: { cookie } })).body;
      const begin = `/api/programarchives/playback/${sections[i]!}?device_key=bench-device`;
      const { items } = asJson<PlayReplyWire>(await ask(begin));
      const path = items.find((item) => item.default_encode_profile_output_id === SD)?.path ?? '';
      const names = (await ask(path)).toString().match(/^\d+\.m4s$/gm) ?? [];
      for (const name of names) await ask(path.replace(/[^/]+$/, name));
      connection.close();
    }),
  );
}

/** Members listening to replays alongside live listeners: leases, positions and renewed addresses, as in a player. */
export async function replayListenersBench(site: Site): Promise<Row[]> {
  const pid = site.process.pid ?? 0;
  const database = openSiteDatabase(site);
  const cookies = (await addSubscribers(database, REPLAYS / DEVICES, DEVICES)).flat();
  const sections = await makeBroadcasts(site, database);
  await fillCache(site, (await addSubscribers(database, FILLERS, 1)).flat(), sections);
  await database.close();
  const live = await listen(site.port, LIVE);
  await delay(5_000);
  const before = rssMb(pid);
  const heard: Heard = { errors: [], segments: 0, late: 0, renewalsMs: [] };
  const end = new AbortController();
  const over = end.signal;
  setMaxListeners(0, over);
  const all = cookies.map(async (cookie, i) => {
    await delay((i * JOIN_MS) / REPLAYS);
    const connection = openConnection(site.port);
    over.addEventListener('abort', () => connection.close());
    const listener = { connection, cookie, sectionId: sections[i % sections.length]!, over };
    await listenAgain(listener, heard).catch((error: unknown) => {
      if (!over.aborted) heard.errors.push(error instanceof Error ? error.message : String(error));
    });
  });
  const [cpuBefore, joiningAt] = [cpuSeconds(pid), performance.now()];
  await delay(JOIN_MS);
  const [cpuJoined, atStart] = [cpuSeconds(pid), heard.segments];
  const joinedAt = performance.now();
  const renewedBefore = heard.renewalsMs.length;
  await delay(SECONDS * 1000);
  const segments = heard.segments - atStart;
  const coreOf = (seconds: number, ms: number) => `${((seconds / ms) * 100_000).toFixed(0)} %`;
  const whileJoining = coreOf(cpuJoined - cpuBefore, joinedAt - joiningAt);
  const then = coreOf(cpuSeconds(pid) - cpuJoined, performance.now() - joinedAt);
  const renewals = heard.renewalsMs.slice(renewedBefore);
  const after = rssMb(pid);
  end.abort();
  live.stop();
  await Promise.all(all);
  const errors = heard.errors.length + live.errors;
  const [why] = heard.errors;
  const expected = (REPLAYS * SECONDS * 1000) / SEGMENT_MS;
  return [
    {
      promise: '3,000 replay listeners beside 2,000 live for a minute: errors, and segments that came too late',
      figure: `${errors} and ${heard.late} in ${segments} segments of replays and ${live.segments} of live${why === undefined ? '' : ` (${why})`}; a lease renewed in ${p95(renewals).toFixed(0)} ms (p95); CPU of site and database ${then} of a core, ${whileJoining} while they begin`,
      limit: '0 and 0',
      holds: errors === 0 && heard.late === 0 && segments > expected * 0.9 && live.segments > LIVE * 10,
    },
    {
      promise: 'memory for each 1,000 replay listeners',
      figure: `${Math.max(0, (after - before) / (REPLAYS / 1000)).toFixed(1)} MB`,
      limit: 'told',
      holds: true,
    },
  ];
}
