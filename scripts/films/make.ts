// Generates the films of the demo. Run manually on a machine with ffmpeg and espeak-ng (Debian); takes a quarter of an
// hour:
//   node scripts/films/make.ts [SLUG …]
// The results in sandbox/films/reels are committed, so that the demo starts without encoding anything.
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { adtsFrames } from '#shared/fmp4-writer.ts';
import { listReels, REEL_FPS, REEL_SAMPLE_RATE, reelFile, SEGMENT_SECONDS, type Reel } from '#sandbox/films/films.ts';
import { LOOP_SAMPLES, RATE } from '../sound/synth.ts';
import { secondsOf, type FilmScript, type Line } from './film-script.ts';
import { harbourDawn } from './harbour-dawn.ts';
import { hilltopSignal } from './hilltop-signal.ts';
import { hostKitchen } from './host-kitchen.ts';
import { marketMorning } from './market-morning.ts';
import { nightTram } from './night-tram.ts';
import { rehearsalRoom } from './rehearsal-room.ts';
import { compose } from './score.ts';
import { stormNight } from './storm-night.ts';
import { studioNight } from './studio-night.ts';

const FILMS = [
  nightTram,
  studioNight,
  harbourDawn,
  hostKitchen,
  stormNight,
  marketMorning,
  rehearsalRoom,
  hilltopSignal,
];

/** Bit rates, so that all eight films together take about twelve megabytes. */
const SIZES = [
  { name: 'v21', width: 1920, height: 1080, kbps: 75 },
  { name: 'v24', width: 1280, height: 720, kbps: 31 },
  { name: 'v25', width: 640, height: 360, kbps: 17 },
] as const;
type Size = (typeof SIZES)[number];
const SOUND_KBPS = 22;
const STILL = { width: 160, height: 90, columns: 10 };
const FRAMES_A_SEGMENT = REEL_FPS * SEGMENT_SECONDS;
const SAMPLES_A_FRAME = 1_024;

async function ffmpeg(args: readonly string[], feed?: (input: NodeJS.WritableStream) => Promise<void>): Promise<void> {
  const child = spawn('ffmpeg', ['-v', 'error', '-y', ...args], { stdio: ['pipe', 'inherit', 'inherit'] });
  const ended = once(child, 'close');
  await feed?.(child.stdin);
  child.stdin.end();
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new Error(`ffmpeg exited with code ${code}`);
}

const svgOf = (body: string, width: number, height: number): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 640 360">${body}</svg>`,
  );

/** The picture at a time of the film. */
function pictureAt({ shots }: FilmScript, seconds: number): string {
  let from = 0;
  for (const { seconds: long, draw } of shots) {
    if (seconds < from + long) return draw(seconds - from);
    from += long;
  }
  throw new Error(`no scene at ${seconds} s`);
}

/** No B-frames, so that decoding order is display order; one slice per frame; a key frame at every segment. */
const CODING = `bframes=0:scenecut=0:keyint=${FRAMES_A_SEGMENT}:min-keyint=${FRAMES_A_SEGMENT}:slices=1:colorprim=bt709:transfer=bt709:colormatrix=bt709`;

const codedAs = ({ kbps }: Pick<Size, 'kbps'>, file: string): string[] => [
  '-c:v',
  'libx264',
  '-preset',
  'veryfast',
  '-tune',
  'animation',
  '-profile:v',
  'high',
  '-b:v',
  `${kbps}k`,
  '-maxrate',
  `${kbps * 5}k`,
  '-bufsize',
  `${kbps * 20}k`,
  '-x264-params',
  CODING,
  '-f',
  'h264',
  file,
];

/** Pictures drawn in parallel. */
const AHEAD = 8;

/** Draws a film at its largest size and encodes it in all sizes on the fly. */
async function makePictures(film: FilmScript, sizes: readonly Size[]): Promise<void> {
  const { width, height } = sizes[0]!;
  const split = `[0:v]split=${sizes.length}${sizes.map(({ name }) => `[to-${name}]`).join('')}`;
  const scaled = sizes.map(
    (size) =>
      `[to-${size.name}]scale=${size.width}:${size.height}:out_color_matrix=bt709:out_range=tv,format=yuv420p[${size.name}]`,
  );
  await ffmpeg(
    [
      '-f',
      'rawvideo',
      '-pix_fmt',
      'rgb24',
      '-s',
      `${width}x${height}`,
      '-r',
      String(REEL_FPS),
      '-i',
      '-',
      '-filter_complex',
      [split, ...scaled].join(';'),
      ...sizes.flatMap((size) => [
        '-map',
        `[${size.name}]`,
        ...codedAs(size, reelFile(film.slug, `-${size.name}.h264`)),
      ]),
    ],
    async (input) => {
      const frames = secondsOf(film) * REEL_FPS;
      const drawn: Promise<Buffer>[] = [];
      for (let frame = 0; frame < frames + AHEAD; frame++) {
        if (frame < frames)
          drawn.push(
            sharp(svgOf(pictureAt(film, frame / REEL_FPS), width, height))
              .removeAlpha()
              .raw()
              .toBuffer(),
          );
        if (frame >= AHEAD && !input.write((await drawn.shift())!)) await once(input, 'drain');
      }
    },
  );
}

/** A spoken line with the acoustics of a small room. */
function spoken(work: string, words: string, i: number): Float32Array {
  const [wav, pcm] = [join(work, `line-${i}.wav`), join(work, `line-${i}.f32`)];
  execFileSync('espeak-ng', ['-v', 'yue', '-p', i % 2 ? '52' : '40', '-s', '150', '-g', '4', '-w', wav, words]);
  const room = 'highpass=f=90,lowpass=f=6500,acompressor=threshold=-22dB:ratio=3,aecho=0.9:0.5:23|37:0.16|0.1';
  const out = ['-ar', String(RATE), '-ac', '1', '-f', 'f32le', pcm];
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', wav, '-af', room, ...out]);
  const bytes = readFileSync(pcm);
  return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
}

/** Repeating music with the spoken lines, encoded to frames for exactly the number of segments. */
function makeSound(film: FilmScript, work: string): void {
  const seconds = secondsOf(film);
  const music = compose(film.score);
  // The encoder has a delay of one frame and needs look-ahead.
  const all = new Float32Array((seconds + 1) * RATE);
  for (let i = 0; i < all.length; i++) {
    const at = i % LOOP_SAMPLES;
    const edge = Math.min(1, i / RATE, Math.max(0, (seconds * RATE - i) / (2 * RATE)));
    all[i] = ((music.left[at]! + music.right[at]!) / 2) * edge;
  }
  for (const [i, [at, words]] of film.lines.entries()) {
    const line = spoken(work, words, i);
    const from = Math.round(at * RATE);
    for (let k = 0; k < line.length && from + k < all.length; k++) all[from + k]! += line[k]! * 0.9;
  }
  const [raw, coded] = [join(work, 'sound.f32'), join(work, 'sound.aac')];
  writeFileSync(raw, Buffer.from(all.buffer));
  const input = ['-f', 'f32le', '-ar', String(RATE), '-ac', '1', '-i', raw];
  const output = ['-ar', String(REEL_SAMPLE_RATE), '-c:a', 'aac', '-b:a', `${SOUND_KBPS}k`, '-f', 'adts', coded];
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...input, '-af', 'loudnorm=I=-16:TP=-1.5:LRA=11', ...output]);
  const count = Math.ceil((seconds * REEL_SAMPLE_RATE) / SAMPLES_A_FRAME);
  const frames = adtsFrames(readFileSync(coded)).slice(1, count + 1);
  if (frames.length !== count) throw new Error(`${film.slug} has ${frames.length} audio frames, expected ${count}`);
  const packed = frames.flatMap((frame) => {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(frame.length);
    return [length, frame];
  });
  writeFileSync(reelFile(film.slug, '.frames'), Buffer.concat(packed));
}

const clock = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(11, 23);

/** A subtitle is displayed for its reading time, at most until the next one. */
function subtitlesVtt(lines: readonly Line[], end: number, which: 1 | 2): string {
  const cues = lines.map((line, i) => {
    const until = Math.min(line[0] + 6.5, (lines[i + 1]?.[0] ?? end) - 0.2);
    return `${clock(line[0])} --> ${clock(until)}\n${line[which]}\n`;
  });
  return `WEBVTT\n\n${cues.join('\n')}`;
}

const chaptersOf = ({ chapters }: FilmScript, end: number): string =>
  `WEBVTT\n\n${chapters.map(([at, title], i) => `${clock(at)} --> ${clock(chapters[i + 1]?.[0] ?? end)}\n${title}\n`).join('\n')}`;

async function make(film: FilmScript): Promise<Reel> {
  const work = mkdtempSync(join(tmpdir(), 'films-'));
  const { slug, title, isFull, trailer } = film;
  const seconds = secondsOf(film);
  const sizes = SIZES.filter(({ name }) => isFull || name !== 'v21');
  const [top] = sizes;
  try {
    await makePictures(film, sizes);
    makeSound(film, work);
    const segments = seconds / SEGMENT_SECONDS;
    const { width, height, columns } = STILL;
    const tiles = `scale=${width}:${height},tile=${columns}x${Math.ceil(segments / columns)}`;
    await ffmpeg([
      '-skip_frame',
      'nokey',
      '-i',
      reelFile(slug, `-${top!.name}.h264`),
      '-vf',
      tiles,
      '-frames:v',
      '1',
      '-q:v',
      '6',
      '-update',
      '1',
      reelFile(slug, '-stills.jpg'),
    ]);
    const poster = pictureAt(film, seconds * 0.45);
    await sharp(svgOf(poster, 1280, 720))
      .jpeg({ quality: 80, mozjpeg: true })
      .toFile(reelFile(slug, '-poster.jpg'));
    writeFileSync(reelFile(slug, '-zh-HK.vtt'), subtitlesVtt(film.lines, seconds, 1));
    writeFileSync(reelFile(slug, '-en.vtt'), subtitlesVtt(film.lines, seconds, 2));
    writeFileSync(reelFile(slug, '-chapters.vtt'), chaptersOf(film, seconds));
    const captions = [
      { lang: 'zh-HK', label: '繁體中文' },
      { lang: 'en', label: 'English' },
    ];
    const endings = [
      ...sizes.map(({ name }) => `-${name}.h264`),
      '.frames',
      '-stills.jpg',
      '-poster.jpg',
      '-zh-HK.vtt',
      '-en.vtt',
      '-chapters.vtt',
    ];
    const files = endings.map((ending) => readFileSync(reelFile(slug, ending)));
    const hash = createHash('sha256');
    for (const bytes of files) hash.update(createHash('sha256').update(bytes).digest());
    return {
      slug,
      title,
      segments,
      sizes: sizes.map(({ name, width: wide, height: high }) => ({ name, width: wide, height: high })),
      trailer: [...trailer],
      captions,
      stills: { ...STILL, count: segments, stepMs: SEGMENT_SECONDS * 1000 },
      sha256: hash.digest('hex'),
      bytes: endings.reduce((sum, ending) => sum + statSync(reelFile(slug, ending)).size, 0),
    };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

const wanted = process.argv.slice(2);
mkdirSync('sandbox/films/reels', { recursive: true });
for (const film of FILMS) {
  if (wanted.length > 0 && !wanted.includes(film.slug)) continue;
  const made = await make(film);
  // Several may be made in parallel, each by a separate process.
  const reels = new Map([...listReels(), made].map((reel) => [reel.slug, reel]));
  const kept = FILMS.flatMap(({ slug }) => reels.get(slug) ?? []);
  writeFileSync(reelFile('', 'manifest.json'), `${JSON.stringify(kept, null, 2)}\n`);
  const inAll = kept.reduce((sum, { bytes }) => sum + bytes, 0);
  console.log(
    `${film.slug}: ${secondsOf(film)} s, ${(made.bytes / 1e6).toFixed(2)} MB; ${(inAll / 1e6).toFixed(1)} MB in total`,
  );
}
