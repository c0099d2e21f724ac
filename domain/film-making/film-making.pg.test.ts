import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tx } from '#db/database.ts';
import { runRetention } from '#domain/media/media.ts';
import { listCaptions } from '#domain/media/streams.ts';
import { filmServices, FILM_SECONDS, lavfiFilm, playable } from '#tests/factories/media/films.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import {
  addFilm,
  deleteFilmFiles,
  filmState,
  holdFilm,
  isPictureOfFilm,
  listFilms,
  madeFilm,
  removeFilm,
  retryFilm,
  setCaptions,
  setChapters,
} from './film-making.ts';
import { frameOfFilm } from './film-frame.ts';
import { publishCaptions } from './film-words.ts';
import { makeNext } from './making.ts';
import { planOf } from './film-recipes.rules.ts';
import { readSource } from './film-source.rules.ts';
import { ToolError, type FilmMakingServices } from './film-tools.types.ts';

const T0 = Date.parse('2026-11-21T14:00:00+08:00');
const MINUTE_MS = 60_000;
/** At 29.97 frames a second. */
const SEGMENT_MS = 4_004;
const FRAMES = 372;
const FAST = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
const HAND = { who: 'chan', why: 'a test' };
/** Shown on no page. */
const NOWHERE = { shownBy: async () => null, now: new Date(T0) };

let database: TestDatabase;
let folder: string;
let film: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'films-'));
  film = join(folder, 'tram.mp4');
  // Its segments are not whole milliseconds.
  // Two rungs of few points.
  lavfiFilm(film, { rate: '30000/1001', size: '640x400', args: ['-af', 'volume=-20dB'] });
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

/** A clock that tests advance. */
function clockAt(start = T0) {
  let now = start;
  return { clock: () => new Date(now), pass: (ms: number) => (now += ms) };
}

async function makeWhole(services: FilmMakingServices, jobId: number, clock: () => Date): Promise<string> {
  for (let step = 0; step < 50; step++) {
    const outcome = await makeNext(services, jobId, { clock });
    if (outcome !== 'more') return outcome;
  }
  return 'endless';
}

const inTx = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => database.db.transaction(work);
const retry = (jobId: number) => inTx((tx) => retryFilm(tx, { now: new Date(T0) }, HAND, jobId));
const caption = (services: FilmMakingServices, given: Parameters<typeof setCaptions>[3]) =>
  inTx((tx) => setCaptions(tx, { ...services, now: new Date(T0), isPreview: false }, HAND, given));

const streamsOfFilms = async () =>
  (await database.pool.query("select id from media_streams where kind = 'film'")).rows.length;

const add = (services: FilmMakingServices, file = film, name: string | null = null) =>
  addFilm(services, HAND, { file, fileName: file.split('/').at(-1)!, name }, { now: new Date(T0) });

const VTT =
  'WEBVTT\n\nSTYLE\n::cue { color: red }\n\n00:01.000 --> 00:03.000\n<b onclick=x>叮叮</b>\n\n00:05.000 --> 00:08.000\n落車 &lt;請&gt;\n';
const CHAPTERS = 'WEBVTT\n\n00:00.000 --> 00:06.000\n開場\n\n00:06.000 --> 00:12.000\n總站\n';

describe('a file that is made into a film', () => {
  const { clock, pass } = clockAt();
  let services: ReturnType<typeof filmServices>;
  let jobId = 0;
  let streamId = 0;

  it('is killed in each of its steps, goes on, does no step twice, and shows nothing before the last', async () => {
    services = filmServices(database.db, join(folder, 'killed'));
    const { rungs, ...added } = await add(services);
    ({ jobId } = added);
    expect(rungs.map(({ rendition }) => rendition)).toEqual(['v24', 'v25']);
    await expect(add(services)).rejects.toMatchObject({ errorName: 'conflict' });
    expect(await caption(services, { jobId, lang: 'zh-HK', label: null, text: VTT })).toBe(2);
    const now = clock();
    expect(await inTx((tx) => setChapters(tx, { now }, HAND, { jobId, text: CHAPTERS }))).toBe(2);
    const steps = planOf(readSource(await services.tools.probe(film)), null).filter(({ args }) => args.length > 0);
    const ended: string[] = [];
    const begun: string[] = [];
    /** Each command is started by a process killed midway, and finished by the next one. */
    const dying = (kill: boolean): FilmMakingServices => ({
      ...services,
      tools: {
        ...services.tools,
        run: async (args, options) => {
          const what = args.at(-1)!.split('/').at(-1)!;
          begun.push(what);
          if (kill) return new Promise(() => {});
          const ran = await services.tools.run(args, options);
          ended.push(what);
          return ran;
        },
      },
    });
    for (const { name } of steps) {
      const before = begun.length;
      void makeNext(dying(true), jobId, { clock });
      await expect.poll(() => begun.length, { timeout: 120_000 }).toBe(before + 1);
      expect((await filmState({ db: database.db, now: clock() }, jobId)).step).toBe(name);
      // Nobody else takes it while it may be in progress.
      expect(await makeNext(dying(false), jobId, { clock })).toBe('waits');
      expect(await streamsOfFilms()).toBe(0);
      pass(2 * MINUTE_MS);
      expect(await makeNext(dying(false), jobId, { clock })).toBe('more');
    }
    expect(ended).toHaveLength(steps.length);
    expect(begun.filter((what) => !ended.includes(what))).toEqual([]);

    // The last step too: its bytes are stored, but not visible.
    const hanging = {
      ...services,
      storage: { ...services.storage, put: () => new Promise<void>(() => {}) },
    };
    void makeNext(hanging, jobId, { clock });
    await expect
      .poll(async () => (await filmState({ db: database.db, now: clock() }, jobId)).step, { timeout: 120_000 })
      .toBe('publish');
    expect(await streamsOfFilms()).toBe(0);
    pass(2 * MINUTE_MS);
    expect(await makeNext(services, jobId, { clock })).toBe('made');
    const state = await filmState({ db: database.db, now: clock() }, jobId);
    expect(state).toMatchObject({ state: 'made', done: 1, name: 'tram' });
    streamId = state.streamId!;
    expect(await makeNext(services, jobId, { clock })).toBe('over');
    await expect(retry(jobId)).rejects.toMatchObject({ errorName: 'conflict' });
    // Each step starts twice, and the machine may be busy.
  }, 600_000);

  it('shows a frame of any moment in its largest size, and none of another', async () => {
    const frame = (atMs: number, id = jobId) => frameOfFilm(services, { jobId: id, atMs, now: clock() });
    const [first, later] = [await frame(0), await frame(6_500)];
    for (const bytes of [first, later])
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 640, height: 400 });
    expect(first.equals(later)).toBe(false);
    await expect(frame(FILM_SECONDS * 1000 + 5_000)).rejects.toMatchObject({ errorName: 'dataNotFound' });
    await expect(frame(0, 999_999)).rejects.toMatchObject({ errorName: 'dataNotFound' });
  });

  it('is cut at the same instants in each rendition, and decodes to its last frame', async () => {
    const made = (await madeFilm(database.db, streamId))!;
    expect(made.qualities).toEqual([24, 25]);
    expect(made.renditions.map(({ name, resolution }) => [name, resolution])).toEqual([
      ['v24', '640x400'],
      ['v25', '576x360'],
      ['audio', null],
    ]);
    expect(Math.abs(made.durationMs - FILM_SECONDS * 1000)).toBeLessThan(100);
    expect(made.stills).toMatchObject({ count: 4, stepMs: SEGMENT_MS, columns: 10 });
    expect(await isPictureOfFilm(database.db, made.stills!.fileSha256)).toBe(true);
    for (const { name, bandwidth, averageBandwidth } of made.renditions) {
      const { segments, bytes } = await playable(services, made.streamId, name);
      expect(segments).toHaveLength(4);
      // Cut at the same instants as the others, to within an audio frame.
      for (const [i, { startsAt }] of segments.entries())
        expect(Math.abs(startsAt - made.startsAt.getTime() - i * SEGMENT_MS)).toBeLessThan(25);
      expect(bandwidth).toBeGreaterThanOrEqual(averageBandwidth);
      // Measured from the bytes, not from the encoder's settings; the remainder at the end counts with the previous
      // segment.
      const weights = segments.map(({ range, durationMs }) => ((range!.end - range!.start) * 8_000) / durationMs);
      expect(bandwidth).toBeGreaterThanOrEqual(Math.floor(Math.max(...weights.slice(0, -1))));
      expect(bandwidth).toBeLessThanOrEqual(Math.ceil(Math.max(...weights)));
      const file = join(folder, `${name}.mp4`);
      writeFileSync(file, bytes);
      const shown = execFileSync(
        'ffprobe',
        ['-v', 'error', '-count_frames', '-show_entries', 'stream=codec_type,nb_read_frames', '-of', 'csv=p=0', file],
        { encoding: 'utf8' },
      );
      if (name !== 'audio') expect(shown).toContain(`video,${FRAMES}`);
      expect(shown).toMatch(/audio,58\d/);
    }
    // Only drafts of killed processes are deleted.
    const later = new Date(clock().getTime() + 5 * 3_600_000);
    await runRetention({ db: database.db, storage: services.storage, now: later, windowMs: 28_800_000 });
    const { bytes } = await playable(services, streamId, 'v25');
    expect(bytes.equals(readFileSync(join(folder, 'v25.mp4')))).toBe(true);
    expect((await database.pool.query('select 1 from media_discards')).rows).toEqual([]);
  });

  it('is as loud as every other, however quiet its file was', async () => {
    const file = join(folder, 'loud.mp4');
    writeFileSync(file, (await playable(services, streamId, 'audio')).bytes);
    const { said } = await services.tools.run(
      ['-i', file, '-af', 'ebur128=peak=true:framelog=verbose', '-f', 'null', '-'],
      {
        timeoutMs: 10 * MINUTE_MS,
        signal: new AbortController().signal,
        onProgress: () => {},
      },
    );
    const lufs = Number(/\bI:\s*(-?[\d.]+) LUFS/.exec(said.slice(said.lastIndexOf('Summary:')))?.[1]);
    expect(Math.abs(lufs + 16)).toBeLessThan(1);
  });

  it('has the words and chapters that came before it and after it, cleaned, for every player', async () => {
    await caption(services, { jobId, lang: 'en', label: 'English', text: VTT });
    await publishCaptions(services, { jobId, lang: 'en' }, { now: clock() });
    const made = (await madeFilm(database.db, streamId))!;
    expect(made.chapters).toEqual([
      { atMs: 0, title: '開場' },
      { atMs: 6_000, title: '總站' },
    ]);
    expect(made.captions.map(({ lang }) => lang)).toEqual(['zh-HK', 'en']);
    const written = await text((await services.files.stream(made.captions[0]!.fileSha256))!);
    expect(written).toBe(
      'WEBVTT\n\n00:00:01.000 --> 00:00:03.000\n叮叮\n\n00:00:05.000 --> 00:00:08.000\n落車 &lt;請&gt;\n',
    );
    expect(await isPictureOfFilm(database.db, made.captions[0]!.fileSha256)).toBe(false);
    // In the playlist, for native players.
    const listed = await listCaptions(database.db, streamId);
    expect(listed.map(({ language }) => language)).toEqual(['zh-HK', 'en']);
    for (const { storageKey } of listed) expect(String(await services.storage.get(storageKey))).toContain('叮叮');
  });

  it('is not taken away while a page shows it, and then goes with its bytes', async () => {
    const shown = { ...NOWHERE, shownBy: async () => 'on page 821' };
    await expect(inTx((tx) => removeFilm(tx, shown, HAND, jobId))).rejects.toThrow(/shown on page 821/);
    expect(await madeFilm(database.db, streamId)).not.toBeNull();
    await inTx((tx) => removeFilm(tx, NOWHERE, HAND, jobId));
    expect(await madeFilm(database.db, streamId)).toBeNull();
    await expect(database.db.transaction((tx) => holdFilm(tx, streamId))).rejects.toMatchObject({
      errorName: 'dataNotFound',
    });
    for (const hours of [5, 10])
      await runRetention({
        db: database.db,
        storage: services.storage,
        now: new Date(clock().getTime() + hours * 3_600_000),
        windowMs: 28_800_000,
      });
    expect([...services.storage.objects.keys()].filter((key) => key.endsWith('.m4s'))).toEqual([]);
    await expect(filmState({ db: database.db, now: clock() }, jobId)).rejects.toMatchObject({
      errorName: 'dataNotFound',
    });
  });
});

describe('a bad file', () => {
  const lavfi = (name: string, ...args: string[]) => {
    const file = join(folder, name);
    execFileSync('ffmpeg', ['-v', 'error', '-y', ...args, file]);
    return file;
  };

  it.each([
    [
      'no sound',
      () => lavfi('mute.mp4', '-f', 'lavfi', '-i', 'testsrc2=size=640x360:duration=12', '-pix_fmt', 'yuv420p'),
      /no audio track/,
    ],
    ['no picture', () => lavfi('dark.m4a', '-f', 'lavfi', '-i', 'sine=duration=12', '-c:a', 'aac'), /no video track/],
    [
      'a few seconds',
      () => {
        lavfiFilm(join(folder, 'short.mp4'), { seconds: 3 });
        return join(folder, 'short.mp4');
      },
      /below the minimum of 10 s/,
    ],
    [
      'bytes that are none',
      () => {
        writeFileSync(join(folder, 'noise.mp4'), Buffer.alloc(10_000, 7));
        return join(folder, 'noise.mp4');
      },
      /cannot be read/,
    ],
    [
      'a list of other files',
      () => {
        writeFileSync(join(folder, 'list.m3u8'), `#EXTM3U\n#EXTINF:12,\n${film}\n#EXT-X-ENDLIST\n`);
        return join(folder, 'list.m3u8');
      },
      /cannot be read/,
    ],
  ])('with %s is refused at once, with the reason, and nothing is kept of it', async (_what, make, reason) => {
    const services = filmServices(database.db, join(folder, 'refused'));
    const before = (await listFilms({ db: database.db, now: new Date(T0) })).length;
    const refused = add(services, make());
    await expect(refused).rejects.toMatchObject({ errorName: 'unsupportedMediaType' });
    await expect(refused).rejects.toThrow(reason);
    expect(await listFilms({ db: database.db, now: new Date(T0) })).toHaveLength(before);
  });

  it('that is cut off shows it only when it is read to its end: it is refused then', async () => {
    const whole = join(folder, 'whole.mp4');
    lavfiFilm(whole, { size: '320x180', args: ['-movflags', '+faststart'] });
    const bytes = readFileSync(whole);
    const cut = join(folder, 'cut.mp4');
    writeFileSync(cut, bytes.subarray(0, Math.floor(bytes.length * 0.6)));
    const services = filmServices(database.db, join(folder, 'cut'));
    const { clock } = clockAt();
    const { jobId } = await add(services, cut);
    expect(await makeWhole(services, jobId, clock)).toBe('refused');
    const { reason } = await filmState({ db: database.db, now: clock() }, jobId);
    expect(reason).toMatch(/truncated|cannot be decoded/);
  });

  it('with silence for sound is refused', async () => {
    const silent = lavfi(
      'silent.mp4',
      '-f',
      'lavfi',
      '-i',
      'testsrc2=size=320x180:duration=12',
      '-f',
      'lavfi',
      '-i',
      'anullsrc=r=48000:cl=stereo',
      '-t',
      '12',
      ...FAST,
      '-c:a',
      'aac',
    );
    const services = filmServices(database.db, join(folder, 'silent'));
    const { clock } = clockAt();
    const { jobId } = await add(services, silent);
    expect(await makeWhole(services, jobId, clock)).toBe('refused');
    expect((await filmState({ db: database.db, now: clock() }, jobId)).reason).toMatch(/silent/);
  });
});

it('brings HDR down, also where a file does not say its colours', async () => {
  const services = filmServices(database.db, join(folder, 'hdr'));
  const file = join(folder, 'hdr.mp4');
  const curve = ['-x265-params', 'log-level=error:transfer=arib-std-b67'];
  const coded = ['-pix_fmt', 'yuv420p10le', '-c:v', 'libx265', '-preset', 'ultrafast', ...curve];
  lavfiFilm(file, { seconds: 10, rate: '2', size: '320x180', args: coded });
  const source = readSource(await services.tools.probe(file));
  expect(source.isHdr).toBe(true);
  const { args, frames } = planOf(source, null).find(({ kind }) => kind === 'picture')!;
  const filled = args.map((arg) => arg.replaceAll('<source>', file).replaceAll('<out>', folder));
  const watch = { timeoutMs: 10 * MINUTE_MS, signal: new AbortController().signal, onProgress: () => {} };
  expect((await services.tools.run(filled, watch)).frames).toBe(frames);
});

describe('a machine at fault', () => {
  it('is told in words of what to do, and the film goes on when it was seen to', async () => {
    const file = join(folder, 'machine.mp4');
    lavfiFilm(file, { size: '320x180', args: ['-metadata', 'title=machine'] });
    const services = filmServices(database.db, join(folder, 'machine'));
    const { clock, pass } = clockAt();
    const { jobId } = await add(services, file);
    const without = {
      ...services,
      tools: { ...services.tools, run: () => Promise.reject(new ToolError('missing', 'ffmpeg was not found')) },
    };
    expect(await makeNext(without, jobId, { clock })).toBe('failed');
    expect((await filmState({ db: database.db, now: clock() }, jobId)).reason).toMatch(/not found/);
    await retry(jobId);
    const full = {
      ...services,
      tools: { ...services.tools, run: () => Promise.reject(new ToolError('other', 'No space left on device')) },
    };
    // A temporarily full disk is retried three times.
    for (const outcome of ['waits', 'waits', 'failed']) {
      expect(await makeNext(full, jobId, { clock })).toBe(outcome);
      pass(2 * MINUTE_MS);
    }
    await retry(jobId);
    expect(await makeNext(services, jobId, { clock })).toBe('more');
  });

  it('lets a film go at once when it is told to end', async () => {
    const file = join(folder, 'ending.mp4');
    lavfiFilm(file, { size: '320x180', args: ['-metadata', 'title=ending'] });
    const services = filmServices(database.db, join(folder, 'ending'));
    const { clock } = clockAt();
    const { jobId } = await add(services, file);
    const ending = new AbortController();
    ending.abort();
    expect(await makeNext({ ...services, signal: ending.signal }, jobId, { clock })).toBe('waits');
    expect((await filmState({ db: database.db, now: clock() }, jobId)).isHeld).toBe(false);
    expect(await makeNext(services, jobId, { clock })).toBe('more');
    const { rows } = await database.pool.query('select source_sha256 from film_jobs where id = $1', [jobId]);
    const sha256 = String(rows[0].source_sha256);
    await deleteFilmFiles(services, sha256);
    // Nothing of a film that is still wanted.
    expect(await services.work.source(sha256)).toBeDefined();
    await inTx((tx) => removeFilm(tx, NOWHERE, HAND, jobId));
    await deleteFilmFiles(services, sha256);
    expect(await services.work.source(sha256)).toBeUndefined();
  });
});
