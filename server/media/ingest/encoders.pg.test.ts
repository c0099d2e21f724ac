import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import HLS from 'hls-parser';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openEvent } from '#domain/media/streams.ts';
import {
  addChannels,
  addEncoder,
  startOrigin,
  tokenOf,
  type OriginUnderTest,
} from '#tests/factories/media/media-origin.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';

const run = promisify(execFile);
const guide = readFileSync(new URL('../../../docs/operations/encoders.md', import.meta.url), 'utf8');
/** A command of the guide, verbatim. */
const command = (name: string): string => guide.split(`\`\`\`sh\n# ${name}\n`)[1]!.split('```')[0]!;

let database: TestDatabase;
let server: OriginUnderTest;
let folder: string;
const running = new Set<ChildProcess>();

function encode(name: 'audio' | 'video' | 'event', encoder: string, input: string, stream = 881): ChildProcess {
  const child = spawn('bash', ['-c', `exec ${command(name)}`], {
    env: { ...process.env, ORIGIN: server.address, CHANNEL: String(stream), TOKEN: tokenOf(encoder), INPUT: input },
    stdio: 'ignore',
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (!running.has(child)) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}

async function playlist(rendition: string): Promise<HLS.types.MediaPlaylist | undefined> {
  const reply = await fetch(`${server.address}/media/881/${rendition}/live.m3u8`).catch(() => undefined);
  return reply?.ok ? (HLS.parse(await reply.text()) as HLS.types.MediaPlaylist) : undefined;
}
const lastOf = (found: HLS.types.MediaPlaylist | undefined): number =>
  found?.segments.at(-1)?.mediaSequenceNumber ?? -1;

/** Waits until a rendition has passed a sequence number. */
async function reach(rendition: string, sequence: number): Promise<HLS.types.MediaPlaylist> {
  for (const until = Date.now() + 40_000; Date.now() < until; await sleep(250)) {
    const found = await playlist(rendition);
    if (found !== undefined && lastOf(found) >= sequence) return found;
  }
  throw new Error(`${rendition} did not reach segment ${sequence}`);
}

const tone = (frequency: number): string => `-re -f lavfi -i sine=frequency=${frequency}:sample_rate=48000`;

beforeAll(async () => {
  HLS.setOptions({ strictMode: true });
  database = await createTestDatabase();
  await addChannels(database);
  for (const name of ['main', 'spare', 'camera']) await addEncoder(database, 881, name);
  mkdirSync('data', { recursive: true });
  folder = mkdtempSync(resolve('data/encoders-'));
  server = await startOrigin(database, { folder });
}, 60_000);
afterEach(async () => {
  await Promise.all([...running].map((child) => end(child)));
});
afterAll(async () => {
  await server.stop();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('ffmpeg as the guide runs it', () => {
  it('puts sound on air in both rates, is killed, restarted and replaced, and the origin too', async () => {
    const main = encode('audio', 'main', tone(440));
    const first = await reach('a64', 1);
    const readMs = Date.now();
    await reach('a128', 1);
    expect(first.mediaSequenceBase).toBe(0);
    expect(first.segments.every((s) => !s.discontinuity)).toBe(true);
    // The stream's clock equals the wall clock: its last segment has just ended.
    const last = first.segments.at(-1)!;
    const ended =
      first.segments[0]!.programDateTime!.getTime() + first.segments.reduce((ms, s) => ms + s.duration, 0) * 1000;
    expect(Math.abs(readMs - ended)).toBeLessThan(6_000);
    expect(last.duration).toBeLessThanOrEqual(4.1);

    const { stdout } = await run('ffprobe', [
      ...'-v error -show_entries stream=codec_name,profile,sample_rate -of csv=p=0'.split(' '),
      `${server.address}/media/881/audio.m3u8`,
    ]);
    expect(stdout).toContain('aac,LC,48000');

    // Killed without notice and restarted.
    await end(main);
    const again = encode('audio', 'main', tone(440));
    const restarted = await reach('a64', lastOf(await playlist('a64')) + 2);
    expect(restarted.segments.filter((s) => s.discontinuity)).toHaveLength(1);

    // The origin stops and returns while ffmpeg keeps running.
    const { port } = new URL(server.address);
    const before = await playlist('a64');
    await server.stop();
    await sleep(3_000);
    server = await startOrigin(database, { port: Number(port), folder });
    const after = await reach('a64', lastOf(before) + 2);
    const known = new Map(before!.segments.map((s) => [s.mediaSequenceNumber, s.discontinuitySequence]));
    for (const segment of after.segments) {
      const same = known.get(segment.mediaSequenceNumber);
      if (same !== undefined) expect(segment.discontinuitySequence).toBe(same);
    }

    // Another encoder takes over.
    const edge = lastOf(await playlist('a64'));
    encode('audio', 'spare', tone(880));
    await end(again);
    const taken = await reach('a64', edge + 3);
    expect(taken.segments.some((s) => s.mediaSequenceNumber > edge && s.discontinuity)).toBe(true);
  }, 150_000);

  it('puts a picture on air beside the sound, and takes it off', async () => {
    const camera = encode(
      'video',
      'camera',
      '-re -f lavfi -i testsrc=size=1280x720:rate=25[out0];sine=frequency=330[out1]',
    );
    await reach('v360', 1);
    expect(server.origin.hasVideo(881)).toBe(true);
    const { stdout } = await run('ffprobe', [
      ...'-v error -show_entries stream=codec_name,width,height -of csv=p=0'.split(' '),
      `${server.address}/media/881/video.m3u8`,
    ]);
    expect(stdout).toContain('h264,640,360');
    expect(stdout).toContain('aac');
    await end(camera);
    for (const until = Date.now() + 40_000; server.origin.hasVideo(881) && Date.now() < until;) await sleep(250);
    expect((await fetch(`${server.address}/media/881/video.m3u8`)).status).toBe(404);
  }, 100_000);

  it('puts an event on its stream in every size, in segments of a second', async () => {
    const stream = await openEvent(database.db, { name: '演唱會' });
    await addEncoder(database, stream, 'stage');
    encode('event', 'stage', '-re -f lavfi -i testsrc=size=1280x720:rate=25[out0];sine=frequency=550[out1]', stream);
    const placed = async () =>
      (
        await database.pool.query<{ rendition: string; n: number; longest: number }>(
          `select rendition, count(*)::int as n, max(duration_ms) as longest
          from media_segments where stream_id = $1 group by rendition order by rendition`,
          [stream],
        )
      ).rows;
    const isThere = (rows: Awaited<ReturnType<typeof placed>>) => rows.length === 4 && rows.every(({ n }) => n >= 3);
    let rows = await placed();
    for (const until = Date.now() + 60_000; !isThere(rows) && Date.now() < until; rows = await placed())
      await sleep(250);
    expect(rows.map(({ rendition }) => rendition)).toEqual(['audio', 'v21', 'v24', 'v25']);
    expect(Math.max(...rows.map(({ longest }) => longest))).toBeLessThan(1_100);
  }, 100_000);
});
