import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase, type Database } from '#db/database.ts';
import { runningPostgresUrl } from '#db/embedded.ts';
import { openSession } from '#domain/auth/sessions.ts';
import { grantKeysOf } from '#domain/playback/grant-keys.ts';
import { sessionHashOf, signGrant, startLease } from '#domain/playback/playback.ts';
import { openDemoEvent } from '#server/demo-event.ts';
import { SESSION_COOKIES } from '#shared/session-cookie.ts';
import { insertMember } from '#tests/factories/member-services.ts';
import type { Site } from '#tests/setup/site.ts';
import { cpuSeconds, p95, type Row } from './measure.ts';
import { openConnection } from './raw-connection.ts';

const VIEWERS = 2_000;
/** Who comes without a ticket, or with somebody else's address. */
const OTHERS = 200;
const JOIN_MS = 10_000;
const LIMIT_MS = 500;
/** As the site's own pool. */
const CONNECTIONS = 10;
const AT_ONCE = 8;

interface Viewer {
  memberId: number;
  sessionId: number;
  token: string;
}

async function addViewers({ db }: Database, now: Date): Promise<Viewer[]> {
  const viewers: Viewer[] = [];
  let next = 0;
  const add = async () => {
    for (let n = next++; n < VIEWERS; n = next++) {
      const memberId = await insertMember(db, `viewer${n}-${now.getTime()}@radio.example`, { emailVerifiedAt: now });
      const by = { memberId, rememberMe: true, userAgent: '', remoteIp: '127.0.0.1', now };
      viewers.push({ memberId, ...(await openSession({ db }, by)) });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, add));
  return viewers;
}

/**
 * 2,000 open an event within ten seconds: each is given a lease and a grant by the doors that its call uses, and asks the site for
 * what a player opens first. Beside them 200 try without a right of their own.
 */
export async function eventJoinsBench(site: Site): Promise<Row[]> {
  const url = runningPostgresUrl(join(site.dataDir, 'postgres'));
  if (url === null) throw new Error('the database of the site does not run');
  const database = openDatabase(url, { max: CONNECTIONS });
  const { db } = database;
  const pid = site.process.pid ?? 0;
  try {
    const streamId = await openDemoEvent(db);
    const viewers = await addViewers(database, new Date());
    const keys = await grantKeysOf(db, new Date());
    const startsAt = new Date(Date.now() - 60_000);
    const endsAt = new Date(Date.now() + 3_600_000);
    const span = `${startsAt.getTime()}-${endsAt.getTime()}`;
    const tookMs: number[] = [];
    const faults: string[] = [];
    let letIn = 0;
    const grants: string[] = [];

    async function enter(viewer: Viewer, n: number): Promise<void> {
      await delay((n / VIEWERS) * JOIN_MS);
      const asked = performance.now();
      const { memberId, sessionId, token } = viewer;
      const given = { streamId, startsAt, endsAt, maxDevices: 1, now: new Date() };
      const device = { key: randomBytes(12).toString('hex'), name: 'bench' };
      const { lease } = await startLease(db, { memberId, sessionId, device, ...given });
      const grant = signGrant(keys, {
        streamId,
        from: startsAt.getTime(),
        to: endsAt.getTime(),
        leaseId: lease.id,
        sessionHash: sessionHashOf(token),
        expiresAt: Date.now() + 300_000,
        open: true,
        remote: false,
      });
      grants.push(grant);
      const connection = openConnection(site.port);
      const headers = { cookie: `${SESSION_COOKIES.session}=${token}` };
      const opening = `video.m3u8?from=${startsAt.getTime()}&to=${endsAt.getTime()}`;
      for (const path of [opening, `v25/${span}.m3u8`]) {
        const { status } = await connection.ask(`/replay/${grant}/${streamId}/${path}`, { headers });
        if (status !== 200) throw new Error(`${status} ${path}`);
      }
      connection.close();
      tookMs.push(performance.now() - asked);
    }

    /** With the address of a viewer and a session of its own, or with neither. */
    async function intrude(n: number): Promise<void> {
      await delay(((n + 1) / OTHERS) * JOIN_MS);
      const connection = openConnection(site.port);
      const stolen = grants.at(-1);
      const grant = n % 2 === 0 || stolen === undefined ? randomBytes(75).toString('base64url') : stolen;
      const headers = { cookie: `${SESSION_COOKIES.session}=${randomBytes(32).toString('base64url')}` };
      const { status } = await connection.ask(`/replay/${grant}/${streamId}/v25/${span}.m3u8`, { headers });
      if (status !== 403) letIn++;
      connection.close();
    }

    const cpuBefore = cpuSeconds(pid);
    await Promise.all([
      ...viewers.map((viewer, n) => enter(viewer, n).catch((error: unknown) => faults.push(String(error)))),
      ...Array.from({ length: OTHERS }, (_, n) => intrude(n)),
    ]);
    const cpuMs = ((cpuSeconds(pid) - cpuBefore) * 1_000) / VIEWERS;
    return [
      {
        promise: `${VIEWERS} join a live event within ${JOIN_MS / 1000} s: lease, grant and playlists of each, p95; nobody left out, and of ${OTHERS} without a right nobody let in`,
        figure:
          `${Math.round(p95(tookMs))} ms (at most ${Math.round(Math.max(...tookMs))} ms; ${tookMs.length} in, ${faults.length} left out` +
          `${faults[0] === undefined ? '' : `, such as ${faults[0]}`}, ${letIn} let in without a right; CPU of the site ${cpuMs.toFixed(2)} ms each; leases by this process)`,
        limit: `${LIMIT_MS} ms`,
        holds: tookMs.length === VIEWERS && letIn === 0 && p95(tookMs) <= LIMIT_MS,
      },
    ];
  } finally {
    await database.close();
  }
}
