import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { addFilm, filmState } from '#domain/film-making/film-making.ts';
import { makeNext } from '#domain/film-making/making.ts';
import { planOf, rungsOf, segmentOf } from '#domain/film-making/film-recipes.rules.ts';
import { readLoudness, readSource } from '#domain/film-making/film-source.rules.ts';
import { createFilmMakingServices } from '#server/services/playing/film-making.ts';
import { createFileStorage } from '#server/outside/disk/file-storage.ts';
import { diskStorage } from '#server/outside/disk/segment-storage.ts';
import { lavfiFilm } from '#tests/factories/media/films.ts';
import type { FilmLoudness, FilmSource } from '#shared/media/film.ts';
import type { Row } from './measure.ts';
import { startOwnDatabase, type OwnDatabase } from './own-database.ts';

/** Short, because both sides are encoded twice; only the ratio is reported. */
const SECONDS = 24;
const HOW = ['-hide_banner', '-nostdin', '-nostats', '-y'];

/** At the same priority as in the product. */
function ffmpeg(args: readonly string[]): string {
  const quiet = args.at(-1) === '-' ? 'info' : 'error';
  const { status, stderr } = spawnSync('nice', ['-n', '19', 'ffmpeg', ...HOW, '-v', quiet, ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(`ffmpeg ended with ${status}: ${stderr.slice(-500)}`);
  return stderr;
}

/** The product's commands, run one after another. */
function byHand(file: string, source: FilmSource, folder: string): number {
  const before = performance.now();
  let loudness: FilmLoudness | null = null;
  for (const { name } of planOf(source, null)) {
    const { kind, args } = planOf(source, loudness).find((step) => step.name === name)!;
    if (kind === 'publish') continue;
    const out = join(folder, name);
    mkdirSync(out, { recursive: true });
    const filled = args.map((arg) =>
      arg.replaceAll(/<([^<>]+)>/g, (_whole, of: string) =>
        of === 'source' ? file : of === 'out' ? out : join(folder, of),
      ),
    );
    const said = ffmpeg(filled);
    if (kind === 'loudness') loudness = readLoudness(said);
  }
  return performance.now() - before;
}

/** One command for the whole ladder, as in ffmpeg's guide: without loudness, stills or resumption. */
function inOneGo(file: string, source: FilmSource, folder: string): number {
  mkdirSync(folder, { recursive: true });
  const rungs = rungsOf(source);
  const gop = String(segmentOf(source).frames);
  const graph = [
    `[0:v]split=${rungs.length}${rungs.map((_, i) => `[s${i}]`).join('')}`,
    ...rungs.map(({ rendition, width, height }, i) => `[s${i}]scale=${width}:${height}[${rendition}]`),
  ].join(';');
  const outputs = rungs.flatMap(({ rendition, crf, maxKbps }) => [
    '-map',
    `[${rendition}]`,
    '-map',
    '0:a',
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-crf',
    String(crf),
    '-maxrate',
    `${maxKbps}k`,
    '-bufsize',
    `${2 * maxKbps}k`,
    '-g',
    gop,
    '-keyint_min',
    gop,
    '-sc_threshold',
    '0',
    '-c:a',
    'aac',
    '-b:a',
    '128k',
    '-f',
    'hls',
    '-hls_time',
    '4',
    '-hls_playlist_type',
    'vod',
    '-hls_segment_type',
    'fmp4',
    '-hls_fmp4_init_filename',
    `${rendition}.mp4`,
    '-hls_segment_filename',
    join(folder, `${rendition}-%d.m4s`),
    join(folder, `${rendition}.m3u8`),
  ]);
  const before = performance.now();
  ffmpeg(['-i', file, '-filter_complex', graph, ...outputs]);
  return performance.now() - before;
}

async function byUs(database: OwnDatabase, file: string, folder: string): Promise<number> {
  const services = createFilmMakingServices(
    { FFMPEG: 'ffmpeg' },
    {
      db: database.db,
      storage: diskStorage(join(folder, 'media')),
      files: createFileStorage(join(folder, 'files')),
      dataDir: folder,
    },
  );
  const clock = () => new Date();
  const before = performance.now();
  const { jobId } = await addFilm(
    services,
    { who: 'bench', why: 'bench' },
    { file, fileName: 'bench.mp4', name: null },
    { now: clock() },
  );
  let outcome = 'more';
  while (outcome === 'more') outcome = await makeNext(services, jobId, { clock });
  const took = performance.now() - before;
  const { reason } = await filmState({ db: database.db, now: clock() }, jobId);
  if (outcome !== 'made') throw new Error(`the film is ${outcome}: ${reason}`);
  return took;
}

/** Overhead of film-making on top of ffmpeg: copying, hashing, leases, packing, and encoding the picture in parts. */
export async function filmMakingBench(): Promise<Row[]> {
  const database = await startOwnDatabase(4);
  const folder = mkdtempSync(resolve('data/bench-films-'));
  try {
    const file = join(folder, 'bench.mp4');
    lavfiFilm(file, { seconds: SECONDS, size: '1920x1080' });
    // A file is accepted only once, so this is another with the same picture and sound.
    const again = join(folder, 'again.mp4');
    lavfiFilm(again, { seconds: SECONDS, size: '1920x1080', args: ['-metadata', 'title=again'] });
    const services = createFilmMakingServices(
      { FFMPEG: 'ffmpeg' },
      { db: database.db, storage: diskStorage(folder), files: createFileStorage(folder), dataDir: folder },
    );
    const source = readSource(await services.tools.probe(file));
    let [theirs, ours] = [0, 0];
    // In mirrored order, so that a slowdown of the machine affects both.
    for (const [round, side] of (['hand', 'ours', 'ours', 'hand'] as const).entries()) {
      const into = join(folder, `${side}-${round}`);
      const from = round < 2 ? file : again;
      if (side === 'hand') theirs += byHand(from, source, into) / 2;
      else ours += (await byUs(database, from, into)) / 2;
    }
    const whole = inOneGo(file, source, join(folder, 'whole'));
    const ratio = theirs / ours;
    const seconds = (ms: number) => (ms / 1000).toFixed(1);
    return [
      {
        promise: `making a film of ${SECONDS} s at 1080p against the same ffmpeg commands by hand`,
        figure: `${ratio.toFixed(2)} (${seconds(ours)} and ${seconds(theirs)} s)`,
        limit: '0.9 or more',
        holds: ratio >= 0.9,
      },
      {
        promise: 'the same against one command for the ladder alone, which begins anew when it is killed',
        figure: `${(whole / ours).toFixed(2)} (${seconds(whole)} s)`,
        limit: 'told',
        holds: true,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await database.close();
  }
}
