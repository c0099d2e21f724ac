import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Database } from '#db/database.ts';
import { removeSpan, restoreSpan, setReplay } from '#domain/archive/cutting/staff-actions.ts';
import { importTranscript } from '#domain/archive/words/transcripts.ts';
import type { ArchiveSectionWire, PlayReplyWire } from '#domain/archive/archive.schema.ts';
import { grantKeysOf } from '#domain/playback/grants/grant-keys.ts';
import { sessionHashOf, signGrant } from '#domain/playback/playback.ts';
import { archiveSound } from '#server/services/playing/archive.ts';
import { SESSION_COOKIES } from '#shared/http/session-cookie.ts';
import type { Site } from '#tests/setup/site.ts';
import { median, p95, type Row } from './measure.ts';
import { addSubscribers, callAs, openSiteDatabase } from './site-members.ts';

const REMOVALS = 40;
const TAKEN_DOWN = 20;
const LIMIT_S = 5;
const LOOK_EACH_MS = 20;
const GIVEN_UP_MS = 30_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const HAND = { who: 'bench', why: 'bench' };

type Answers = () => Promise<boolean>;

/** Time until all conditions hold, ms. */
async function until(since: number, isSo: readonly Answers[]): Promise<number> {
  const each = isSo.map(async (answers) => {
    while (Date.now() < since + GIVEN_UP_MS) {
      if (await answers()) return Date.now() - since;
      await delay(LOOK_EACH_MS);
    }
    return Infinity;
  });
  return Math.max(...(await Promise.all(each)));
}

const row = (promise: string, ms: readonly number[]): Row => {
  const seconds = ms.map((one) => one / 1000);
  return {
    promise,
    figure: `${p95(seconds).toFixed(2)} s (median ${median(seconds).toFixed(2)}, at most ${Math.max(...seconds).toFixed(2)} s)`,
    limit: `${LIMIT_S} s`,
    holds: p95(seconds) <= LIMIT_S,
  };
};

/** Removed sound: its segment and the surrounding playlist, alternating between a replay and the rewind window. */
async function removals(site: Site, { db }: Database): Promise<Row> {
  const session = randomBytes(32).toString('base64url');
  const headers = { cookie: `${SESSION_COOKIES.session}=${session}` };
  const ask = (path: string) => fetch(`http://127.0.0.1:${site.port}${path}`, { headers });
  const to = Math.floor((Date.now() - DAY_MS) / HOUR_MS) * HOUR_MS;
  const from = to - 2 * HOUR_MS;
  const grant = signGrant(await grantKeysOf(db, new Date()), {
    streamId: 881,
    from,
    to,
    leaseId: null,
    sessionHash: sessionHashOf(session),
    expiresAt: Date.now() + HOUR_MS,
    open: false,
    remoteSerial: null,
  });
  /** Segments of a playlist that have a date of their own. */
  const segmentsOf = async (list: string) => {
    const text = await (await ask(list)).text();
    return [...text.matchAll(/#EXT-X-PROGRAM-DATE-TIME:(\S+)\n#EXTINF:[^\n]*\n(?:\.\.\/)?(\d+\.m4s)/g)].map(
      ([, date = '', name = '']) => ({ list, name, startsAt: Date.parse(date) }),
    );
  };
  const ofReplay = await segmentsOf(`/replay/${grant}/881/a128/${from}-${to}.m3u8`);
  const ofWindow = await segmentsOf(`/media/881/a128/from/${Date.now() - 150_000}.m3u8`);
  const took: number[] = [];
  for (let i = 0; i < REMOVALS; i++) {
    const { list, name, startsAt } = i % 2 === 0 ? ofReplay[i + 1]! : ofWindow[((i - 1) / 2) % ofWindow.length]!;
    const segment = list.replace(/(from\/)?[^/]+$/, name);
    if (!(await ask(segment)).ok) throw new Error(`${segment.replace(grant, '…')} is not there`);
    const span = { streamId: 881, startsAt: new Date(startsAt + 500), endsAt: new Date(startsAt + 1_500) };
    const now = new Date();
    const id = await db.transaction((tx) =>
      removeSpan(tx, { sound: archiveSound, now }, HAND, { ...span, why: 'rights' }),
    );
    const told = Date.now();
    const isRefused = async () => (await ask(segment)).status === 410;
    const isLeftOut = async () => !new RegExp(`^(../)?${name}$`, 'm').test(await (await ask(list)).text());
    took.push(await until(told, [isRefused, isLeftOut]));
    await db.transaction((tx) => restoreSpan(tx, { sound: archiveSound, now }, HAND, id));
    await until(Date.now(), [async () => (await ask(segment)).ok]);
  }
  return row(
    `from a removal of sound until its segment is refused and playlists leave it out, ${REMOVALS} tries, p95`,
    took,
  );
}

const wordOf = (archiveId: number): string => `zebra${archiveId}`;

/** A replay taken down: its page, lists, search, the playback call, and playback in progress. */
async function takenDown(site: Site, database: Database, cookie: string): Promise<Row> {
  const { db } = database;
  const ask = (path: string) =>
    fetch(`http://127.0.0.1:${site.port}${path}`, { headers: { cookie }, redirect: 'manual' });
  // The newest replay of each of several programmes, so that it is in the programme's list.
  const { rows } = await db.execute<{ id: number; section: number; program: number }>(sql`
    select distinct on (b.program_id) b.id, s.id as section, b.program_id as program
    from program_archives b join archive_sections s on s.archive_id = b.id
    where b.is_over and b.state = 'shown' and b.merged_into is null and s.merged_into is null and s.section_no = 1
      and b.starts_at < now() - interval '10 hours'
    order by b.program_id, b.starts_at desc limit ${TAKEN_DOWN}`);
  // Makes replays searchable by their transcript.
  for (const { id } of rows) {
    const text = `WEBVTT\n\n00:00:01.000 --> 00:00:05.000\n${wordOf(id)}\n`;
    await db.transaction((tx) => importTranscript(tx, { now: new Date() }, HAND, { archiveId: id, text }));
  }
  const took: number[] = [];
  for (const { id, section, program } of rows) {
    const playPath = `/api/programarchives/playback/${section}?device_key=bench-device`;
    const listPath = `/api/programarchives/${program}?limit=100`;
    const searchPath = `/api/search?q=${wordOf(id)}&type=replay`;
    const begun = await callAs<PlayReplyWire>(site, cookie, playPath);
    if (begun.status !== 200) throw new Error(`a replay does not play: ${begun.code}`);
    const list = begun.response.items[0]!.path;
    const name = /^\d+\.m4s$/m.exec(await (await ask(list)).text())?.[0] ?? '';
    const segment = list.replace(/[^/]+$/, name);
    const page = `/program/archives/${id}`;
    const lists = async () => (await callAs<{ items: ArchiveSectionWire[] }>(site, cookie, listPath)).response.items;
    const found = async () => (await callAs<{ items: { item_id: number }[] }>(site, cookie, searchPath)).response.items;
    const isListed = async () => (await lists()).some((item) => item.program_archive_id === id);
    const isFound = async () => (await found()).some((item) => item.item_id === section);
    await until(Date.now(), [isFound]);
    const isThere = [(await ask(segment)).ok, (await ask(page)).ok, await isListed(), await isFound()];
    if (isThere.includes(false)) throw new Error(`replay ${id} is not everywhere: ${isThere.join(', ')}`);
    const now = new Date();
    const state = (to: 'taken_down' | 'shown') =>
      db.transaction((tx) => setReplay(tx, { sound: archiveSound, now }, HAND, { archiveId: id, state: to }));
    await state('taken_down');
    const told = Date.now();
    took.push(
      await until(told, [
        async () => (await ask(segment)).status === 403,
        async () => (await callAs(site, cookie, playPath)).status !== 200,
        async () => !(await ask(page)).ok,
        async () => !(await isListed()),
        async () => !(await isFound()),
      ]),
    );
    await state('shown');
  }
  return row(
    `from a taking down until page, list, search, call and sound know nothing of it, ${took.length} replays, p95`,
    took,
  );
}

/** How soon removed content becomes unavailable. */
export async function removalBench(site: Site): Promise<Row[]> {
  const database = openSiteDatabase(site);
  try {
    const [[cookie = ''] = []] = await addSubscribers(database, 1, 1);
    return [await removals(site, database), await takenDown(site, database, cookie)];
  } finally {
    await database.close();
  }
}
