import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '#db/database.ts';
import { openSession } from '#domain/auth/sessions.ts';
import type { EventPlayWire, EntryWire } from '#domain/events/events.schema.ts';
import { findEventOfStream } from '#domain/events/events.store.ts';
import { runEvent } from '#domain/events/running.ts';
import { insertTickets } from '#domain/events/tickets.store.ts';
import { openDemoEvent } from '#server/demo/demo-event.ts';
import { SESSION_COOKIES } from '#shared/http/session-cookie.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import type { Site } from '#tests/setup/site.ts';
import { cpuSeconds, p95, type Row } from './measure.ts';
import { openConnection, type RawConnection } from './raw-connection.ts';
import { openSiteDatabase } from './site-members.ts';

const VIEWERS = 2_000;
/** Visitors without a ticket, who also try another viewer's address. */
const OTHERS = 200;
const JOIN_MS = 10_000;
const LIMIT_MS = 500;
const AT_ONCE = 8;
/** High enough for no waiting, which its own tests cover. */
const LET_IN_A_SECOND = 1_000;

interface Viewer {
  memberId: number;
  token: string;
}

async function addViewers(db: Db, count: number, now: Date): Promise<Viewer[]> {
  const viewers: Viewer[] = [];
  let next = 0;
  const add = async () => {
    for (let n = next++; n < count; n = next++) {
      const memberId = await insertMember(db, `viewer${n}-${now.getTime()}@radio.example`, { emailVerifiedAt: now });
      const by = { memberId, rememberMe: true, userAgent: '', remoteIp: '127.0.0.1', now };
      viewers.push({ memberId, ...(await openSession({ db }, by)) });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, add));
  return viewers;
}

async function asked<T>(connection: RawConnection, path: string, headers: Record<string, string>, body?: string) {
  const reply = await connection.ask(path, { headers, ...(body !== undefined && { body }) });
  if (reply.status !== 200)
    throw new Error(`${reply.status} ${path.split('?')[0]} ${reply.body.toString().slice(0, 80)}`);
  return (JSON.parse(reply.body.toString()) as { response: T }).response;
}

/**
 * 2,000 ticket holders join an event within ten seconds, with the calls of their pages: waiting room, lease and grant,
 * and the first requests of a player. At the same time 200 visitors without a ticket try the same, and another viewer's
 * address.
 */
export async function eventJoinsBench(site: Site): Promise<Row[]> {
  const database = openSiteDatabase(site);
  const { db } = database;
  const pid = site.process.pid ?? 0;
  try {
    const now = new Date();
    const streamId = await openDemoEvent(db);
    const event = await findEventOfStream(db, streamId);
    if (event === null) throw new Error('the demo has no event on its stream');
    const { id: eventId } = event;
    const members = await addViewers(db, VIEWERS + OTHERS, now);
    const [viewers, others] = [members.slice(0, VIEWERS), members.slice(VIEWERS)];
    await db.transaction(async (tx) => {
      const tickets = viewers.map(({ memberId }) => ({ eventId, memberId, source: 'hand' as const, createdAt: now }));
      await insertTickets(tx, tickets);
      await runEvent(tx, { who: 'bench', why: 'bench' }, eventId, { do: 'rate', perSecond: LET_IN_A_SECOND }, now);
    });
    const tookMs: number[] = [];
    const faults: string[] = [];
    let letIn = 0;
    const lists: string[] = [];
    const cookieOf = ({ token }: Viewer) => ({ cookie: `${SESSION_COOKIES.session}=${token}` });
    const playbackOf = () => `/api/live-event/${eventId}/playback?device_key=${randomBytes(12).toString('hex')}`;

    async function enter(viewer: Viewer, n: number): Promise<void> {
      await delay((n / VIEWERS) * JOIN_MS);
      const from = performance.now();
      const connection = openConnection(site.port);
      const headers = cookieOf(viewer);
      const room = `/api/live-event/${eventId}/place`;
      // Like the page: polls again at the given time until its turn.
      let entry = await asked<EntryWire>(connection, room, headers, '{}');
      while (!entry.is_turn) {
        await delay(entry.poll_ms);
        entry = await asked<EntryWire>(connection, room, headers, '{}');
      }
      const { items } = await asked<EventPlayWire>(connection, playbackOf(), headers);
      const list = items.at(-1)!.path;
      const [, grant = '', begins = '', to = ''] = /^\/replay\/([^/]+)\/.*\/(\d+)-(\d+)\.m3u8$/.exec(list) ?? [];
      for (const path of [`/replay/${grant}/${streamId}/video.m3u8?from=${begins}&to=${to}`, list]) {
        const { status } = await connection.ask(path, { headers });
        if (status !== 200) throw new Error(`${status} of a playlist`);
      }
      connection.close();
      lists.push(list);
      tookMs.push(performance.now() - from);
    }

    /** With a session, but without a ticket. */
    async function intrude(other: Viewer, n: number): Promise<void> {
      await delay(((n + 1) / OTHERS) * JOIN_MS);
      const connection = openConnection(site.port);
      const headers = cookieOf(other);
      const tries = [
        connection.ask(`/api/live-event/${eventId}/place`, { headers, body: '{}' }),
        connection.ask(playbackOf(), { headers }),
        connection.ask(lists.at(-1) ?? `/replay/none/${streamId}/v25/1-2.m3u8`, { headers }),
      ];
      const statuses = (await Promise.all(tries)).map(({ status }) => status);
      if (statuses.some((status) => status !== 403)) letIn++;
      connection.close();
    }

    const cpuBefore = cpuSeconds(pid);
    await Promise.all([
      ...viewers.map((viewer, n) => enter(viewer, n).catch((error: unknown) => faults.push(String(error)))),
      ...others.map((other, n) => intrude(other, n)),
    ]);
    const cpuMs = ((cpuSeconds(pid) - cpuBefore) * 1_000) / VIEWERS;
    return [
      {
        promise: `${VIEWERS} with a ticket join a live event within ${JOIN_MS / 1000} s: waiting room, lease, grant and playlists of each, p95; nobody left out, and of ${OTHERS} without a ticket nobody let in`,
        figure:
          `${Math.round(p95(tookMs))} ms (at most ${Math.round(Math.max(...tookMs))} ms; ${tookMs.length} in, ${faults.length} left out` +
          `${faults[0] === undefined ? '' : `, such as ${faults[0]}`}, ${letIn} let in without a right; CPU of the site ${cpuMs.toFixed(2)} ms each)`,
        limit: `${LIMIT_MS} ms`,
        holds: tookMs.length === VIEWERS && letIn === 0 && p95(tookMs) <= LIMIT_MS,
      },
    ];
  } finally {
    await database.close();
  }
}
