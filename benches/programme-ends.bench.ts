import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { ArchiveSectionWire, PlayReplyWire } from '#domain/archive/archive.schema.ts';
import { automationSecretOf } from '#server/services/playing/archive.ts';
import { automationSignature } from '#server/outside/automation/signature.ts';
import { CHANNEL_IDS, ChannelBit, type ChannelId } from '#shared/enums.ts';
import type { Site } from '#tests/setup/site.ts';
import { median, p95, type Row } from './measure.ts';
import { addSubscribers, callAs, openSiteDatabase } from './site-members.ts';

/** On each of three channels. */
const ENDS = 17;
const EVERY_MS = 5_000;
const LOOK_EACH_MS = 200;
const GIVEN_UP_MS = 30_000;
const LIMIT_S = 10;

/** The automation's report that a programme began or ended. */
async function report(
  site: Site,
  channelId: ChannelId,
  said: { n: number; programId: number; from: number; to?: number },
) {
  const path = `/api/automation/${channelId}`;
  const { n, programId, from, to } = said;
  const body = JSON.stringify({
    id: `bench-${n}`,
    revision: to === undefined ? 1 : 2,
    sent_at: Date.now() / 1000,
    kind: 'programme',
    program_id: programId,
    start_ts: from / 1000,
    end_ts: to === undefined ? null : to / 1000,
  });
  const secret = automationSecretOf({ AUTOMATION_SECRET: '', demo: true });
  const headers = {
    'content-type': 'application/json',
    'x-airwave-signature': automationSignature(secret, path, body),
  };
  const reply = await fetch(`http://127.0.0.1:${site.port}${path}`, { method: 'POST', headers, body });
  if (!reply.ok) throw new Error(`a report is answered ${reply.status}`);
}

/** End of the sound in a complete playlist. Null if it is incomplete. */
function endOf(playlist: string): number | null {
  if (!playlist.includes('#EXT-X-ENDLIST')) return null;
  let at = Number.NaN;
  for (const line of playlist.split('\n')) {
    const date = /^#EXT-X-PROGRAM-DATE-TIME:(.+)/.exec(line)?.[1];
    const seconds = /^#EXTINF:([\d.]+)/.exec(line)?.[1];
    if (date !== undefined) at = Date.parse(date);
    if (seconds !== undefined) at += Number(seconds) * 1000;
  }
  return at;
}

/** Whether a finished programme can be played completely, by the calls of a player. */
async function plays(site: Site, cookie: string, programme: { programId: number; from: number; to: number }) {
  const { programId, from, to } = programme;
  const list = await callAs<{ items: ArchiveSectionWire[] }>(
    site,
    cookie,
    `/api/programarchives/${programId}?limit=10`,
  );
  const found = list.response.items.find((item) => Math.abs(item.start_ts * 1000 - from) < 2);
  if (!found?.is_over || Math.abs(found.end_ts * 1000 - to) > 2) return false;
  const begin = `/api/programarchives/playback/${found.item_id}?device_key=bench-device`;
  const { status, response } = await callAs<PlayReplyWire>(site, cookie, begin);
  if (status !== 200 || !response.is_over) return false;
  const path = response.items[0]?.path ?? '';
  const ask = (address: string) => fetch(`http://127.0.0.1:${site.port}${address}`, { headers: { cookie } });
  const playlist = await ask(path);
  if (playlist.status !== 200) return false;
  const text = await playlist.text();
  if ((endOf(text) ?? 0) < to) return false;
  const last = text.match(/^\d+\.m4s$/gm)?.at(-1);
  const segment = await ask(path.replace(/[^/]+$/, last ?? ''));
  await segment.arrayBuffer();
  return segment.status === 200;
}

async function untilItPlays(site: Site, cookie: string, programme: { programId: number; from: number; to: number }) {
  while (Date.now() < programme.to + GIVEN_UP_MS) {
    if (await plays(site, cookie, programme)) return Date.now() - programme.to;
    await delay(LOOK_EACH_MS);
  }
  return Infinity;
}

/** Two programmes of a channel that are not scheduled around now. */
async function programmesOf(site: Site, channelId: ChannelId): Promise<number[]> {
  const database = openSiteDatabase(site);
  try {
    const { rows } = await database.db.execute<{ id: number }>(sql`
      select id from programs p where channel_bitwise & ${ChannelBit[channelId]}::int <> 0 and status = 1 and program_type = 1
        and not exists (
          select 1 from program_archives where program_id = p.id and stream_id = ${channelId} and ends_at > now() - interval '5 hours')
      order by id limit 2`);
    if (rows.length < 2) throw new Error(`channel ${channelId} has no programmes to report`);
    return rows.map(({ id }) => id);
  } finally {
    await database.close();
  }
}

async function programmesOn(site: Site, channelId: ChannelId, cookie: string): Promise<number[]> {
  const ids = await programmesOf(site, channelId);
  const found: Promise<number>[] = [];
  let before: { n: number; programId: number; from: number } | undefined;
  for (let n = 0; n <= ENDS; n++) {
    const at = Date.now();
    if (before) await report(site, channelId, { ...before, to: at });
    const next = { n, programId: ids[n % ids.length]!, from: at };
    await report(site, channelId, next);
    if (before) found.push(untilItPlays(site, cookie, { ...before, to: at }));
    before = next;
    await delay(Math.max(0, at + EVERY_MS - Date.now()));
  }
  // Afterwards the timetable applies again.
  if (before) await report(site, channelId, { ...before, to: Date.now() });
  return Promise.all(found);
}

/** From the reported end of a programme until its complete replay plays: real jobs, real sound. */
export async function programmeEndsBench(site: Site): Promise<Row[]> {
  const database = openSiteDatabase(site);
  const cookies = (await addSubscribers(database, CHANNEL_IDS.length, 1)).flat();
  await database.close();
  const found = await Promise.all(
    CHANNEL_IDS.map(async (channelId, i) => {
      await delay((i * EVERY_MS) / CHANNEL_IDS.length);
      return programmesOn(site, channelId, cookies[i]!);
    }),
  );
  const seconds = found.flat().map((ms) => ms / 1000);
  return [
    {
      promise: `from a programme's end until its replay plays, ${seconds.length} ends, p95`,
      figure: `${p95(seconds).toFixed(1)} s (median ${median(seconds).toFixed(1)}, at most ${Math.max(...seconds).toFixed(1)} s)`,
      limit: `${LIMIT_S} s`,
      holds: p95(seconds) <= LIMIT_S,
    },
  ];
}
