import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Database } from '#db/database.ts';
import { importFilm } from '#domain/media/films.ts';
import { keepSound } from '#domain/media/kept-sound.ts';
import { grantKeysOf } from '#domain/playback/grant-keys.ts';
import { sessionHashOf, signGrant } from '#domain/playback/playback.ts';
import { diskStorage } from '#server/outside/disk/segment-storage.ts';
import { SESSION_COOKIES } from '#shared/session-cookie.ts';
import { freePort, type Site } from '#tests/setup/site.ts';
import { idleCpuMs, inTurn, load, type Load, type Row } from './measure.ts';
import { dropFromPageCache, startNginx } from './nginx.ts';
import { openConnection } from './raw-connection.ts';
import { askEach } from './replay.bench.ts';
import { openSiteDatabase } from './site-members.ts';

const LIMIT = 0.4;
const SECONDS = 3;
const ROUNDS = 3;
/** Two hours, as a player asks for them. */
const SEGMENT_MS = 4_000;
const SEGMENTS = 1_800;
/** What 4 s take at 0.9 Mbit/s; only those that are asked for weigh it. */
const SEGMENT_BYTES = 450_000;
const COLD = 64;
const HEAVY = COLD * ROUNDS + 1;

/** A film of the site, through the door of a real import, and an address of it that is signed for a session and a lease. */
async function signedFilm(site: Site, { db, pool }: Database) {
  const folder = join(site.dataDir, 'media');
  function* segments() {
    for (let n = 0; n < SEGMENTS; n++)
      yield {
        bytes: n < HEAVY ? randomBytes(SEGMENT_BYTES) : Buffer.alloc(8),
        durationMs: SEGMENT_MS,
        mediaStartMs: n * SEGMENT_MS,
      };
  }
  const init = { bytes: randomBytes(900), codecs: 'avc1.64001e,mp4a.40.2', timescale: 25_000 };
  const track = { rendition: 'v25', size: { width: 640, height: 360 }, init, segments: segments() } as const;
  const deps = { db, storage: diskStorage(folder), now: new Date() };
  const film = await importFilm(deps, { name: 'bench' }, [track], async (tx, { streamId, from, to }) => {
    await keepSound(tx, { streamId, startsAt: from, endsAt: to, keptUntil: null, why: 'bench' });
    return { streamId, from: from.getTime(), to: to.getTime() };
  });
  const { streamId, from, to } = film;
  const { rows } = await pool.query<{ key: string }>(
    'select storage_key as key from media_hours where stream_id = $1',
    [streamId],
  );
  const session = randomBytes(32).toString('base64url');
  const grant = signGrant(await grantKeysOf(db, new Date()), {
    streamId,
    from,
    to,
    leaseId: randomUUID(),
    sessionHash: sessionHashOf(session),
    expiresAt: Date.now() + 3_600_000,
    open: false,
    remote: false,
  });
  const at = `/replay/${grant}/${streamId}/v25`;
  return {
    list: `${at}/${from}-${to}.m3u8`,
    segment: (n: number) => `${at}/${n}.m4s`,
    cookie: `${SESSION_COOKIES.session}=${session}`,
    forget: () => dropFromPageCache(rows.map(({ key }) => join(folder, key))),
  };
}

/** A film against nginx with the same bytes behind `secure_link`: its playlist, a segment in memory, and segments of the disk alone. */
export async function filmBench(site: Site): Promise<Row[]> {
  const pid = site.process.pid ?? 0;
  const base = `http://127.0.0.1:${site.port}`;
  const database = openSiteDatabase(site);
  try {
    const { list, segment, cookie, forget } = await signedFilm(site, database);
    const headers = { cookie };
    const own = openConnection(site.port);
    const bytesOf = async (path: string) => {
      const { status, body } = await own.ask(path, { headers });
      if (status !== 200) throw new Error(`${path} answers ${status}`);
      return body;
    };
    const content: Record<string, Buffer> = {
      'list.m3u8': await bytesOf(list),
      'segment.m4s': await bytesOf(segment(0)),
    };
    own.close();
    // Others than those of the round before, so that nobody has them in memory; the first was asked for already.
    const ofRound = (round: number) => Array.from({ length: COLD }, (_, i) => 1 + round * COLD + i);
    for (let n = 1; n <= COLD * ROUNDS; n++) content[`${n}.m4s`] = content['segment.m4s']!;
    const port = await freePort();
    const nginx = await startNginx(port, content);
    try {
      const idle = await idleCpuMs(pid);
      const rowOf = (what: string, { ours, theirs }: { ours: Load; theirs: Load }): Row => {
        const ratio = ours.perSecond / theirs.perSecond;
        const cpuMs = Math.max(0, ours.cpuMs - idle / ours.perSecond);
        const errors = ours.errors + theirs.errors;
        return {
          promise: `a film's ${what}, against nginx with secure_link`,
          figure:
            `${ratio.toFixed(2)} (${Math.round(ours.perSecond)} and ${Math.round(theirs.perSecond)} a second; ` +
            `CPU ${cpuMs.toFixed(3)} and ${theirs.cpuMs.toFixed(3)} ms${errors ? `; ${errors} errors` : ''})`,
          limit: `${LIMIT} or more`,
          holds: ratio >= LIMIT && errors === 0,
        };
      };
      const warm = (path: string, file: string) =>
        inTurn({
          ours: () => load(base + path, pid, headers, SECONDS),
          theirs: () => load(nginx.url + nginx.signed(file), nginx.pid, {}, SECONDS),
        });
      return [
        rowOf('playlist of two hours, warm', await warm(list, 'list.m3u8')),
        rowOf('segment of 450 kB, warm', await warm(segment(0), 'segment.m4s')),
        rowOf(
          'segment of 450 kB, cold (asked for the first time, dropped from the page cache)',
          await inTurn({
            ours: (round) => {
              forget();
              return askEach(site.port, pid, ofRound(round).map(segment), headers);
            },
            theirs: (round) => {
              const files = ofRound(round).map((n) => `${n}.m4s`);
              nginx.forget(files);
              return askEach(port, nginx.pid, files.map(nginx.signed));
            },
          }),
        ),
      ];
    } finally {
      await nginx.stop();
    }
  } finally {
    await database.close();
  }
}
