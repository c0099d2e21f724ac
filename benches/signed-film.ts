import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Database } from '#db/database.ts';
import { importFilm } from '#domain/media/films.ts';
import { keepSound } from '#domain/media/kept-sound.ts';
import { grantKeysOf } from '#domain/playback/grants/grant-keys.ts';
import { sessionHashOf, signGrant } from '#domain/playback/playback.ts';
import { diskStorage } from '#server/outside/disk/segment-storage.ts';
import { SESSION_COOKIES } from '#shared/http/session-cookie.ts';
import type { Site } from '#tests/setup/site.ts';
import { dropFromPageCache } from './nginx.ts';

/** Two hours, in segments as players request them. */
const SEGMENT_MS = 4_000;
const SEGMENTS = 1_800;
/** Size of 4 s at 0.9 Mbit/s; only requested segments have it. */
const SEGMENT_BYTES = 450_000;

/**
 * A film imported into the site, and an address signed for a session and a lease. `heavy`: number of segments with
 * bytes.
 */
export async function signedFilm(site: Site, { db, pool }: Database, { heavy }: { heavy: number }) {
  const folder = join(site.dataDir, 'media');
  function* segments() {
    for (let n = 0; n < SEGMENTS; n++)
      yield {
        bytes: n < heavy ? randomBytes(SEGMENT_BYTES) : Buffer.alloc(8),
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
    remoteSerial: null,
  });
  const at = `/replay/${grant}/${streamId}/v25`;
  return {
    list: `${at}/${from}-${to}.m3u8`,
    segment: (n: number) => `${at}/${n}.m4s`,
    cookie: `${SESSION_COOKIES.session}=${session}`,
    forget: () => dropFromPageCache(rows.map(({ key }) => join(folder, key))),
  };
}
