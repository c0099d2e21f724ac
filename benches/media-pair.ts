import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { audioProgramme } from '#sandbox/stations/loops.ts';
import { SEGMENT_MS } from '#sandbox/stations/time-mark.ts';
import { addEncoder } from '#tests/factories/media/media-origin.ts';
import { testEncoder } from '#tests/factories/media/push.ts';
import { createTestDatabase } from '#tests/setup/pg.ts';
import { startSite, type Site } from '#tests/setup/site.ts';
import { makeTestFolder } from '#tests/setup/test-folder.ts';
import type { RawConnection } from './raw-connection.ts';

const TRACKS = [
  [881, 'a64'],
  [903, 'a64'],
  [864, 'a64'],
  [881, 'a128'],
] as const;
/** Of a station without the demo's content, which takes longer to make than all that is measured. */
const STATION = {
  NODE_ENV: 'production',
  DEMO: 'off',
  SITE_URL: 'https://radio.example',
  SECRET_KEY: 'secret-of-the-bench'.repeat(2),
  LEDGER_KEY: 'ledger-of-the-bench'.repeat(2),
  LEDGER_TO: 'books@radio.example',
  BOT_CHECK_URL: 'https://bots.example/verify',
  BOT_CHECK_SECRET: 'bench',
  BOT_CHECK_SITE_KEY: 'bench',
  SMTP_URL: 'smtp://mail.example',
  MAIL_FROM: 'radio@radio.example',
  CONTACT_TO: 'contact@radio.example',
  LOST_PROPERTY_TO: 'found@radio.example',
  PHONE_VERIFICATION_MODE: 'disabled',
  LOG_LEVEL: 'error',
};

/** Less than what puts a channel off the air. */
const BEHIND_MS = 50_000;
const DUE_EACH_MS = 200;
const GIVEN_UP_MS = 20_000;

/** The sound of an encoder: a segment and the playlist that names it, in turn. */
export interface PushedTrack {
  path: string;
  /** When its next segment ends, Unix ms. */
  endsAt: () => number;
  push: () => { bytes: Buffer; done: Promise<void> };
}

/** Two media processes on one database, as on two machines. The encoders push to the first. */
export interface MediaPair {
  sites: readonly [Site, Site];
  /** Begins with sound of the last minute. */
  beginTracks(): Promise<PushedTrack[]>;
  stop(): Promise<void>;
}

async function beginTrack(address: string, [channel, rendition]: (typeof TRACKS)[number]): Promise<PushedTrack> {
  const programme = audioProgramme(channel, rendition);
  const encoder = testEncoder(address, `bench-${channel}`, { channel, rendition });
  await encoder.init({ init: programme.init, segments: [] });
  let next = Math.floor((Date.now() - BEHIND_MS) / SEGMENT_MS);
  return {
    path: `/media/${channel}/${rendition}`,
    endsAt: () => (next + 1) * SEGMENT_MS,
    push() {
      const number = next++;
      const bytes = programme.segment(number);
      const push = async () => {
        const file = `${number}.m4s`;
        const { status } = await encoder.segment(file, bytes);
        const placed = await encoder.playlist([file], number * SEGMENT_MS);
        if (status !== 201 || placed.status !== 201)
          throw new Error(`a push was refused: ${status} ${placed.status} ${placed.detail}`);
      };
      return { bytes, done: push() };
    },
  };
}

export async function startMediaPair(env: Record<string, string> = {}): Promise<MediaPair> {
  const database = await createTestDatabase();
  const dataDir = makeTestFolder('machines');
  const sites: Site[] = [];
  const stop = async () => {
    await Promise.all(sites.map((site) => site.close()));
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    // One after the other: the first fills the database.
    for (let i = 0; i < 2; i++)
      sites.push(
        await startSite({
          args: ['--services=media'],
          dataDir,
          until: '/readyz/ingest',
          env: { ...STATION, DATABASE_URL: database.url, ...env },
        }),
      );
    const [first, second] = sites as [Site, Site];
    for (const channel of new Set(TRACKS.map(([id]) => id))) await addEncoder(database, channel, `bench-${channel}`);
    const beginTracks = () => Promise.all(TRACKS.map((of) => beginTrack(first.url, of)));
    return { sites: [first, second], beginTracks, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The last segment of a playlist. */
export const newestOf = (list: string): string | undefined =>
  list.split('\n').findLast((line) => line.endsWith('.m4s'));

/** From the push of a segment until it is listed and read elsewhere, ms. */
export async function edgeAgeMs({ path, push }: PushedTrack, elsewhere: RawConnection): Promise<number> {
  const newest = async () => newestOf((await elsewhere.ask(`${path}/live.m3u8`)).body.toString('latin1'));
  const before = await newest();
  const beganAt = performance.now();
  const { bytes, done } = push();
  let file = before;
  while (file === before) {
    await delay(1);
    file = await newest();
    if (performance.now() - beganAt > GIVEN_UP_MS) throw new Error(`a segment of ${path} was not listed`);
  }
  const { status, body } = await elsewhere.ask(`${path}/${file}`);
  const age = performance.now() - beganAt;
  if (status !== 200 || !body.equals(bytes)) throw new Error(`${path}/${file} is not what was pushed (${status})`);
  await done;
  return age;
}

/** Pushes what is due while `work` lasts. */
export async function whileOnAir<T>(tracks: readonly PushedTrack[], work: () => Promise<T>): Promise<T> {
  let isOver = false;
  const pushing = tracks.map(async ({ endsAt, push }) => {
    while (!isOver) {
      if (endsAt() > Date.now()) await delay(DUE_EACH_MS);
      else await push().done;
    }
  });
  const working = work().finally(() => {
    isOver = true;
  });
  const [done] = await Promise.all([working, ...pushing]);
  return done;
}
