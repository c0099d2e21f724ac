import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { seedDatabase } from '#db/seed/seed.ts';
import { programs } from '#db/tables/programs.ts';
import { liveVideoSchedules, scheduleOverrides } from '#db/tables/timetable.ts';
import { registerEncoder } from '#domain/media/media.ts';
import { audioProgramme, videoProgramme, type Programme } from '#sandbox/stations/loops.ts';
import { startFeed } from '#sandbox/stations/station.ts';
import { CHANNEL_IDS, type ChannelId } from '#shared/enums.ts';
import { dayHkOf, instantHk, minuteHkOf } from '#shared/hk-time.ts';
import { createTestDatabase } from '#tests/setup/pg.ts';
import { freePort, startSite, type Site } from '#tests/setup/site.ts';
import { makeTestFolder } from '#tests/setup/test-folder.ts';

/** The complete product: pages and origin in a process that can be killed, and three demo stations. */
export interface RadioSite {
  url: string;
  /** Start of the programme that began on 903 a few minutes ago. */
  startedAt: Date;
  ingestUrl: (channelId: ChannelId) => string;
  /** SIGKILL, like a power failure. */
  kill: () => Promise<void>;
  start: () => Promise<void>;
  stopStation: (channelId: ChannelId) => Promise<void>;
  stop: () => Promise<void>;
}

const BACKFILL_MS = 6 * 60_000;
const RENDITIONS = ['a64', 'a128'] as const;
const tokenOf = (channelId: ChannelId) => `token-of-the-${channelId}-encoder-0123456789`;

export async function startRadioSite(port?: number): Promise<RadioSite> {
  const database = await createTestDatabase();
  const { db } = database;
  await seedDatabase(db, { log: () => undefined });
  for (const channelId of CHANNEL_IDS) {
    await registerEncoder({ db }, { streamId: channelId, name: `station-${channelId}`, token: tokenOf(channelId) });
  }
  const now = new Date();
  const today = dayHkOf(now);
  // Two whole minutes ago; right after midnight the day's first minute.
  const startMinute = Math.max(0, minuteHkOf(now) - 2);
  const [program] = await db.select({ id: programs.id }).from(programs).limit(1);
  if (program === undefined) throw new Error('the seed has no programmes');
  await db.insert(scheduleOverrides).values({
    channelId: 903,
    programId: program.id,
    kind: 'special',
    title: '今日特備',
    dayFrom: today,
    dayTo: today,
    startMinute,
    endMinute: startMinute + 180,
  });
  // 903 streams its studio all day, every day.
  await db
    .insert(liveVideoSchedules)
    .values({ channelId: 903, weekdayBitwise: 127, startMinute: 0, endMinute: 1440, validFrom: '2026-01-01' });

  const dataDir = makeTestFolder('e2e');
  const sitePort = port ?? (await freePort());
  const url = `http://localhost:${sitePort}`;
  let site: Site | null = null;
  const start = async () => {
    site = await startSite({
      port: sitePort,
      dataDir,
      args: ['--services=web,media'],
      env: { DATABASE_URL: database.url },
      until: '/healthz',
    });
  };
  const end = async (signal: NodeJS.Signals) => {
    await site?.kill(signal);
    site = null;
  };

  await start();
  const ingestUrl = `http://127.0.0.1:${sitePort}/ingest`;
  const feed = (channelId: ChannelId, rendition: string, programme: Programme) =>
    startFeed({
      url: `${ingestUrl}/${channelId}/${rendition}`,
      token: tokenOf(channelId),
      programme,
      backfillMs: BACKFILL_MS,
      isOn: () => true,
      log: () => undefined,
    });
  const stations = new Map(
    CHANNEL_IDS.map((channelId) => {
      const picture = channelId === 903 ? videoProgramme(channelId) : null;
      return [
        channelId,
        [
          ...RENDITIONS.map((rendition) => feed(channelId, rendition, audioProgramme(channelId, rendition))),
          ...(picture === null ? [] : [feed(channelId, 'v360', picture)]),
        ],
      ];
    }),
  );
  const stopStation = async (channelId: ChannelId) => {
    await Promise.all((stations.get(channelId) ?? []).map((feed) => feed.stop()));
    stations.delete(channelId);
  };
  for (const channelId of CHANNEL_IDS) await liveEdge(url, channelId);

  return {
    url,
    startedAt: instantHk(today, startMinute),
    ingestUrl: (channelId) => ingestUrl.replace('http://', `http://encoder:${tokenOf(channelId)}@`) + `/${channelId}`,
    kill: () => end('SIGKILL'),
    start,
    stopStation,
    stop: async () => {
      for (const channelId of stations.keys()) await stopStation(channelId);
      await end('SIGTERM');
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** End of the newest segment in the live playlist; waits for a starting station. */
export async function liveEdge(url: string, channelId: ChannelId): Promise<number> {
  for (const until = Date.now() + 60_000; Date.now() < until; await delay(300)) {
    const answer = await fetch(`${url}/media/${channelId}/a128/live.m3u8`);
    if (!answer.ok) continue;
    let atMs = Number.NaN;
    let segments = 0;
    for (const line of (await answer.text()).split('\n')) {
      if (line.startsWith('#EXT-X-PROGRAM-DATE-TIME:')) atMs = Date.parse(line.slice(25));
      if (line.startsWith('#EXTINF:')) {
        atMs += Number.parseFloat(line.slice(8)) * 1000;
        segments += 1;
      }
    }
    if (segments >= 6) return atMs;
  }
  throw new Error(`${channelId} is silent`);
}
