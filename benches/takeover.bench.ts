import { fork } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { PlayReplyWire } from '#domain/archive/archive.schema.ts';
import { RENEW_EACH_MS } from '#domain/playback/leases.rules.ts';
import type { Site } from '#tests/setup/site.ts';
import { median, p95, type Row } from './measure.ts';
import type { PlayerTold, ToPlay } from './replay-players.ts';
import { addSubscribers, callAs, openSiteDatabase } from './site-members.ts';

const TRIES = 40;
const LIMIT_S = 15;
const GIVEN_UP_MS = 60_000;

interface Refusal {
  detail: { playing: { lease_id: string; epoch: number }[] };
}

/** A third device takes over from the first, which is playing. Returns the time of its admission. */
async function takeOver(site: Site, [, second = '', third = '']: string[], sectionId: number): Promise<number> {
  const begin = (cookie: string, query: string) =>
    callAs<PlayReplyWire & Refusal>(site, cookie, `/api/programarchives/playback/${sectionId}?device_key=${query}`);
  const other = await begin(second, 'bench-second');
  // At a random time between two renewals of the first.
  await delay(Math.random() * RENEW_EACH_MS);
  const refused = await begin(third, 'bench-third');
  const first = refused.response.detail.playing.find(({ lease_id }) => lease_id !== other.response.lease?.id);
  if (!first) throw new Error(`nothing to take over: ${refused.code}`);
  const taken = await begin(third, `bench-third&take_over_lease=${first.lease_id}&take_over_epoch=${first.epoch}`);
  if (taken.status !== 200) throw new Error(`not taken over: ${taken.code}`);
  return Date.now();
}

/**
 * From the admission of another device until the player that was taken over falls silent, by that player's own timers.
 */
export async function takeoverBench(site: Site): Promise<Row[]> {
  const database = openSiteDatabase(site);
  const cookies = await addSubscribers(database, TRIES, 3);
  const { rows } = await database.db.execute<{ id: number }>(sql`
    select s.id from archive_sections s join program_archives b on b.id = s.archive_id
    where b.is_over and b.state = 'shown' and s.merged_into is null and b.merged_into is null
      and b.starts_at < now() - interval '1 day' and s.ends_at - s.starts_at >= interval '20 minutes' limit 1`);
  await database.close();
  const sectionId = rows[0]!.id;
  const players = fork('benches/replay-players.ts', { execArgv: ['--disable-warning=ExperimentalWarning'] });
  try {
    const plays = Promise.withResolvers<void>();
    const silent = cookies.map(() => Promise.withResolvers<{ at: number; code: string }>());
    let playing = 0;
    players.on('message', (told: PlayerTold) => {
      if ('silentAt' in told) silent[told.number]!.resolve({ at: told.silentAt, code: told.code });
      else if (++playing === TRIES) plays.resolve();
    });
    players.on('exit', () => plays.reject(new Error('the players ended')));
    for (const [number, [cookie = '']] of cookies.entries())
      players.send({ number, base: `http://127.0.0.1:${site.port}`, cookie, sectionId } satisfies ToPlay);
    await plays.promise;
    const seconds = await Promise.all(
      cookies.map(async (own, number) => {
        const at = await takeOver(site, own, sectionId);
        const fell = await Promise.race([silent[number]!.promise, delay(GIVEN_UP_MS, null, { ref: false })]);
        return fell?.code === '121003' ? (fell.at - at) / 1000 : Infinity;
      }),
    );
    return [
      {
        promise: `from a takeover until the other player is silent, ${TRIES} tries, p95`,
        figure: `${p95(seconds).toFixed(1)} s (median ${median(seconds).toFixed(1)}, at most ${Math.max(...seconds).toFixed(1)} s)`,
        limit: `${LIMIT_S} s`,
        holds: p95(seconds) <= LIMIT_S,
      },
    ];
  } finally {
    players.removeAllListeners('exit');
    players.kill();
  }
}
