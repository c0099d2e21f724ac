import { randomBytes, randomUUID } from 'node:crypto';
import type { Database } from '#db/database.ts';
import { grantKeysOf } from '#domain/playback/grants/grant-keys.ts';
import { sessionHashOf, signGrant } from '#domain/playback/playback.ts';
import { SESSION_COOKIES } from '#shared/http/session-cookie.ts';
import { freePort, type Site } from '#tests/setup/site.ts';
import { cpuSeconds, idleCpuMs, inTurn, load, type Load, type Row } from './measure.ts';
import { dropFromPageCache, startNginx } from './nginx.ts';
import { A_HOUR, HOUR_MS, T0 } from './packed-hours.ts';
import { openConnection } from './raw-connection.ts';
import { makeTape } from './replay-tape.ts';
import { openSiteDatabase } from './site-members.ts';

const LIMIT = 0.4;
const SECONDS = 3;
const ROUNDS = 3;
/** These two have bytes; playlists need none. */
const HOURS = 12;
const HOURS_WITH_BYTES = 2;
const CONNECTIONS = 32;
const COLD_SEGMENTS = (A_HOUR * HOURS_WITH_BYTES) / ROUNDS;
const COLD_PLAYLISTS = 96;

/** Requests each URL once, at full speed. */
export async function askEach(port: number, pid: number, paths: readonly string[], headers = {}): Promise<Load> {
  const connections = Array.from({ length: CONNECTIONS }, () => openConnection(port));
  const before = cpuSeconds(pid);
  const begun = performance.now();
  let next = 0;
  let errors = 0;
  const run = async (connection: (typeof connections)[number]) => {
    for (let path = paths[next++]; path !== undefined; path = paths[next++])
      if ((await connection.ask(path, { headers })).status !== 200) errors++;
  };
  await Promise.all(connections.map(run));
  const seconds = (performance.now() - begun) / 1000;
  for (const connection of connections) connection.close();
  return {
    perSecond: paths.length / seconds,
    cpuMs: ((cpuSeconds(pid) - before) * 1000) / paths.length,
    errors,
  };
}

/** A tape on the site, and an address signed for a session and a lease. */
async function signedTape(site: Site, database: Database) {
  const of = { rendition: 'a128', hours: HOURS, hoursWithBytes: HOURS_WITH_BYTES } as const;
  const { streamId, files } = await makeTape(site, database, of);
  const session = randomBytes(32).toString('base64url');
  const grant = signGrant(await grantKeysOf(database.db, new Date()), {
    streamId,
    from: T0,
    to: T0 + HOURS * HOUR_MS,
    leaseId: randomUUID(),
    sessionHash: sessionHashOf(session),
    expiresAt: Date.now() + HOUR_MS,
    open: false,
    remoteSerial: null,
  });
  const cookie = `${SESSION_COOKIES.session}=${session}`;
  return { at: `/replay/${grant}/${streamId}/a128`, cookie, forget: () => dropFromPageCache(files) };
}

/**
 * Replays compared with nginx serving the same bytes behind `secure_link`: each verifies the address, ours also the
 * session and the lease. Warm: one address repeatedly. Cold: each address for the first time, with its bytes on disk
 * only.
 */
export async function replayBench(site: Site): Promise<Row[]> {
  const pid = site.process.pid ?? 0;
  const base = `http://127.0.0.1:${site.port}`;
  const database = openSiteDatabase(site);
  try {
    const { at, cookie, forget } = await signedTape(site, database);
    const headers = { cookie };
    const listFrom = (n: number) => `${at}/${T0 + n * 4_000}-${T0 + n * 4_000 + 2 * HOUR_MS}.m3u8`;
    const segment = (n: number) => `${at}/${n}.m4s`;
    const own = openConnection(site.port);
    const bytesOf = async (path: string) => {
      const { status, body } = await own.ask(path, { headers });
      if (status !== 200) throw new Error(`${path} answers ${status}`);
      return body;
    };
    const playlist = await bytesOf(listFrom(0));
    const one = await bytesOf(segment(0));
    own.close();
    // Different from those of the previous round, so that none is in memory; the first was already requested.
    const ofRound = (round: number, count: number) => Array.from({ length: count }, (_, i) => 1 + round * count + i);
    const content: Record<string, Buffer> = { 'list.m3u8': playlist, 'segment.m4s': one };
    for (let n = 1; n <= COLD_PLAYLISTS * ROUNDS; n++) content[`list-${n}.m3u8`] = playlist;
    for (let n = 1; n <= COLD_SEGMENTS * ROUNDS; n++) content[`${n}.m4s`] = one;
    const port = await freePort();
    const nginx = await startNginx(port, content);
    const idle = await idleCpuMs(pid);
    const withoutIdle = (found: Load): Load => ({ ...found, cpuMs: Math.max(0, found.cpuMs - idle / found.perSecond) });
    const rows: Row[] = [];
    const tell = (promise: string, sides: { ours: Load; theirs: Load; open?: Load }) => {
      const { theirs, open } = sides;
      const ours = withoutIdle(sides.ours);
      const ratio = ours.perSecond / theirs.perSecond;
      const errors = ours.errors + theirs.errors;
      rows.push({
        promise,
        figure:
          `${ratio.toFixed(2)} (${Math.round(ours.perSecond)} and ${Math.round(theirs.perSecond)} a second` +
          `${open ? `, without the check ${Math.round(open.perSecond)}` : ''}; CPU ${ours.cpuMs.toFixed(3)} and ${theirs.cpuMs.toFixed(3)} ms` +
          `${errors ? `; ${errors} errors` : ''})`,
        limit: `${LIMIT} or more`,
        holds: ratio >= LIMIT && errors === 0,
      });
    };
    try {
      for (const [name, path, file] of [
        ['playlist of two hours', listFrom(0), 'list.m3u8'],
        ['segment', segment(0), 'segment.m4s'],
      ] as const)
        tell(
          `a replay's ${name}, warm, against nginx with secure_link`,
          await inTurn({
            ours: () => load(base + path, pid, headers, SECONDS),
            theirs: () => load(nginx.url + nginx.signed(file), nginx.pid, {}, SECONDS),
            open: () => load(`${nginx.url}/${file}`, nginx.pid, {}, SECONDS),
          }),
        );
      tell(
        "a replay's segment, cold (asked for the first time, dropped from the page cache), against nginx with secure_link",
        await inTurn({
          ours: (round) => {
            forget();
            return askEach(site.port, pid, ofRound(round, COLD_SEGMENTS - 1).map(segment), headers);
          },
          theirs: (round) => {
            const files = ofRound(round, COLD_SEGMENTS).map((n) => `${n}.m4s`);
            nginx.forget(files);
            return askEach(port, nginx.pid, files.map(nginx.signed));
          },
        }),
      );
      tell(
        "a replay's playlist of two hours, cold (asked for the first time: made of its rows; nginx: dropped from the page cache), against nginx with secure_link",
        await inTurn({
          ours: (round) => askEach(site.port, pid, ofRound(round, COLD_PLAYLISTS).map(listFrom), headers),
          theirs: (round) => {
            const files = ofRound(round, COLD_PLAYLISTS).map((n) => `list-${n}.m3u8`);
            nginx.forget(files);
            return askEach(port, nginx.pid, files.map(nginx.signed));
          },
        }),
      );
      return rows;
    } finally {
      await nginx.stop();
    }
  } finally {
    await database.close();
  }
}
