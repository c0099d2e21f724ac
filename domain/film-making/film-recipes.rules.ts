import type { FilmLoudness, FilmSource } from '#shared/media/film.ts';
import { CEILING } from './film-source.rules.ts';

/** A rung of the ladder: the box its picture fits into, and its peak bitrate. */
const RUNGS = [
  { rendition: 'v21', width: 1920, height: 1080, crf: 22, maxKbps: 4200 },
  { rendition: 'v24', width: 1280, height: 720, crf: 22, maxKbps: 2200 },
  { rendition: 'v25', width: 640, height: 360, crf: 23, maxKbps: 800 },
] as const;

type PictureRendition = (typeof RUNGS)[number]['rendition'];

export interface Rung {
  rendition: PictureRendition;
  width: number;
  height: number;
  crf: number;
  maxKbps: number;
}

export interface Step {
  name: string;
  kind: 'loudness' | 'sound' | 'picture' | 'join' | 'stills' | 'poster' | 'publish';
  /**
   * Arguments of ffmpeg. `<source>` is the file, `<out>` the output folder, `<a step>` the output folder of another
   * step.
   */
  args: readonly string[];
  /** Steps whose output it uses. */
  needs: readonly string[];
  /** Milliseconds of film it processes. */
  filmMs: number;
  /** Approximate share of the total work. */
  weight: number;
  /** Expected frames; fewer mean a truncated file. */
  frames?: number;
}

/** A keyframe every four seconds, in whole frames of the film's own rate. */
export function segmentOf({ rate: [frames, seconds] }: Pick<FilmSource, 'rate'>): { frames: number; ms: number } {
  const inSegment = Math.round((4 * frames) / seconds);
  return { frames: inSegment, ms: Math.round((inSegment * seconds * 1000) / frames) };
}

/** Segments encoded per step, after which a killed process resumes: a minute. */
const PART_SEGMENTS = 15;
/** Tolerated shortfall of the picture against the file's stated length: not noticeable. */
const HELD_SECONDS = 2;
/** Transport stream timestamps start here, so that none is negative. */
const BASE_SECONDS = 10;
const SOUND_KBPS = 128;

/** Allows only film files, and no file that refers to others: playlists, picture lists, URLs. */
export const OPENED = [
  '-protocol_whitelist',
  'file',
  '-format_whitelist',
  'mov,mp4,matroska,webm,mpegts,mpeg,mxf,avi,flv,asf,ogg,gxf,dv',
];
const SOURCE = [...OPENED, '-i', '<source>'];

const TOLD_APART = 1.2;

const even = (value: number): number => Math.max(2, 2 * Math.round(value / 2));

/** The rungs a picture is large enough for: never upscaled, and always at least the smallest. */
export function rungsOf({ width, height }: Pick<FilmSource, 'width' | 'height'>): Rung[] {
  const isUpright = height > width;
  const rungs = RUNGS.map((rung) => {
    const [boxWidth, boxHeight] = isUpright ? [rung.height, rung.width] : [rung.width, rung.height];
    const factor = Math.min(1, boxWidth / width, boxHeight / height);
    return { ...rung, width: even(width * factor), height: even(height * factor) };
  });
  // Of two nearly equal rungs, the smaller one suffices.
  return rungs.filter((rung, i) => {
    const below = rungs[i + 1];
    return below === undefined || rung.width * rung.height > below.width * below.height * TOLD_APART;
  });
}

const framesOf = ({ durationMs, rate }: FilmSource): number =>
  Math.max(1, Math.round((durationMs * rate[0]) / rate[1] / 1000));

const secondsOf = (frames: number, rate: FilmSource['rate']): string => ((frames * rate[1]) / rate[0]).toFixed(6);

/** Processing of the picture before scaling to each size. */
function treatment(source: FilmSource, { width, height }: Rung, isLast: boolean): string {
  const { rate, isInterlaced, isHdr } = source;
  const size = `scale=${width}:${height}:flags=bicubic`;
  return [
    ...(isInterlaced ? ['bwdif=mode=send_frame'] : []),
    `fps=${rate[0]}/${rate[1]}:start_time=0`,
    ...(isLast ? [`tpad=stop_mode=clone:stop_duration=${HELD_SECONDS}`] : []),
    ...(isHdr
      ? [
          size,
          // The usual HDR colour space, which many files do not declare.
          'setparams=color_primaries=bt2020:colorspace=bt2020nc',
          'zscale=t=linear:npl=100',
          'format=gbrpf32le',
          'zscale=p=bt709',
          'tonemap=tonemap=hable:desat=0',
          'zscale=t=bt709:m=bt709:r=tv',
        ]
      : [`${size}:out_color_matrix=bt709:out_range=tv`]),
    'format=yuv420p',
    'setsar=1',
  ].join(',');
}

/** One read and one decode for all rungs. */
function graphOf(source: FilmSource, rungs: readonly Rung[], isLast: boolean): string {
  const [top, ...lower] = rungs;
  const head = `[0:${source.videoIndex}]${treatment(source, top!, isLast)}`;
  if (lower.length === 0) return `${head}[${top!.rendition}]`;
  const inlets = lower.map(({ rendition }) => `[to-${rendition}]`);
  return [
    `${head},split=${rungs.length}[${top!.rendition}]${inlets.join('')}`,
    ...lower.map(
      ({ rendition, width, height }, i) => `${inlets[i]}scale=${width}:${height}:flags=bicubic,setsar=1[${rendition}]`,
    ),
  ].join(';');
}

function pictureArgs(
  source: FilmSource,
  { from, frames, isLast }: { from: number; frames: number; isLast: boolean },
): string[] {
  const { rate } = source;
  const rungs = rungsOf(source);
  const gop = String(segmentOf(source).frames);
  const offset = (BASE_SECONDS + (from * rate[1]) / rate[0]).toFixed(6);
  return [
    ...(from === 0 ? [] : ['-ss', secondsOf(from, rate)]),
    ...SOURCE,
    '-filter_complex',
    graphOf(source, rungs, isLast),
    ...rungs.flatMap(({ rendition, crf, maxKbps }) => [
      '-map',
      `[${rendition}]`,
      '-frames:v',
      String(frames),
      '-map_metadata',
      '-1',
      '-c:v',
      'libx264',
      '-preset',
      'veryfast',
      '-profile:v',
      'high',
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
      '-flags',
      '+cgop',
      '-color_primaries',
      'bt709',
      '-color_trc',
      'bt709',
      '-colorspace',
      'bt709',
      '-color_range',
      'tv',
      '-muxdelay',
      '0',
      '-muxpreload',
      '0',
      '-output_ts_offset',
      offset,
      '-mpegts_flags',
      '+initial_discontinuity',
      '-f',
      'mpegts',
      `<out>/${rendition}.ts`,
    ]),
  ];
}

/** Sound is measured and encoded the same way: one sample rate, two channels. */
const HEARD = 'aresample=48000:async=1:first_pts=0,aformat=channel_layouts=stereo';

function soundArgs({ audioIndex, durationMs }: FilmSource, loudness: FilmLoudness | null): string[] {
  const gainDb = loudness?.gainDb ?? 0;
  const peak = (loudness?.truePeakDbtp ?? 0) + gainDb;
  const isLimited = peak > 20 * Math.log10(CEILING);
  const filters = [
    HEARD,
    `volume=${gainDb}dB`,
    // Oversampled fourfold, because true peaks lie between samples.
    ...(isLimited
      ? ['aresample=192000', `alimiter=limit=${CEILING.toFixed(3)}:attack=5:release=50:level=0`, 'aresample=48000']
      : []),
    'apad',
  ];
  return [
    ...SOURCE,
    '-map',
    `0:${audioIndex}`,
    '-af',
    filters.join(','),
    '-t',
    (durationMs / 1000).toFixed(3),
    '-map_metadata',
    '-1',
    '-c:a',
    'aac',
    '-b:a',
    `${SOUND_KBPS}k`,
    '-ar',
    '48000',
    '-ac',
    '2',
    '-f',
    'mp4',
    '<out>/sound.m4a',
  ];
}

/** Each keyframe starts a fragment, which is served as is, without re-encoding. */
const joinArgs = (rendition: PictureRendition, parts: readonly string[]): string[] => [
  '-i',
  `concat:${parts.map((part) => `<${part}>/${rendition}.ts`).join('|')}`,
  '-i',
  '<sound>/sound.m4a',
  '-map',
  '0:v:0',
  '-map',
  '1:a:0',
  '-c',
  'copy',
  '-map_metadata',
  '-1',
  '-fflags',
  '+bitexact',
  '-movflags',
  '+frag_keyframe+delay_moov+default_base_moof',
  '-f',
  'mp4',
  '<out>/film.mp4',
];

const MAX_STILLS = 240;
const STILL_COLUMNS = 10;
const STILL_BOX = { width: 160, height: 120 };
/** Position of the poster frame, if there is no artwork. */
const POSTER_AT = 0.2;

export function stillsOf(source: FilmSource): {
  width: number;
  height: number;
  columns: number;
  count: number;
  stepMs: number;
  everyKeyframe: number;
} {
  const segment = segmentOf(source);
  const keyframes = Math.ceil(framesOf(source) / segment.frames);
  const everyKeyframe = Math.ceil(keyframes / MAX_STILLS);
  const factor = Math.min(STILL_BOX.width / source.width, STILL_BOX.height / source.height);
  return {
    width: even(source.width * factor),
    height: even(source.height * factor),
    columns: STILL_COLUMNS,
    count: Math.ceil(keyframes / everyKeyframe),
    stepMs: everyKeyframe * segment.ms,
    everyKeyframe,
  };
}

function stillsArgs(source: FilmSource, from: string): string[] {
  const { width, height, columns, count, everyKeyframe } = stillsOf(source);
  const filters = [
    ...(everyKeyframe === 1 ? [] : [`select=not(mod(n\\,${everyKeyframe}))`]),
    `scale=${width}:${height}`,
    `tile=${columns}x${Math.ceil(count / columns)}`,
  ];
  return [
    '-skip_frame',
    'nokey',
    '-i',
    `<${from}>/film.mp4`,
    '-an',
    '-vf',
    filters.join(','),
    '-frames:v',
    '1',
    '-q:v',
    '6',
    '-map_metadata',
    '-1',
    '-update',
    '1',
    '-f',
    'image2',
    '<out>/stills.jpg',
  ];
}

const posterArgs = ({ durationMs }: FilmSource, from: string): string[] => [
  '-ss',
  ((durationMs * POSTER_AT) / 1e3).toFixed(3),
  '-i',
  `<${from}>/film.mp4`,
  '-an',
  '-frames:v',
  '1',
  '-q:v',
  '3',
  '-map_metadata',
  '-1',
  '-update',
  '1',
  '-f',
  'image2',
  '<out>/poster.jpg',
];

/** All steps in order. Deterministic for a file. */
export function planOf(source: FilmSource, loudness: FilmLoudness | null): Step[] {
  const { durationMs, audioIndex, rate } = source;
  const rungs = rungsOf(source);
  const all = framesOf(source);
  const partFrames = PART_SEGMENTS * segmentOf(source).frames;
  // The last part includes the remainder.
  const parts = Array.from({ length: Math.max(1, Math.floor(all / partFrames)) }, (_, i) => `picture ${i + 1}`);
  const filmS = durationMs / 1000;
  const step = (name: string, kind: Step['kind'], weight: number, rest: Partial<Step> = {}): Step => ({
    name,
    kind,
    args: [],
    needs: [],
    filmMs: durationMs,
    weight,
    ...rest,
  });
  const joins = rungs.map(({ rendition }) => `join ${rendition}`);
  return [
    step('loudness', 'loudness', filmS * 0.01, {
      args: [
        ...SOURCE,
        '-map',
        `0:${audioIndex}`,
        '-af',
        `${HEARD},ebur128=peak=true:framelog=verbose`,
        '-f',
        'null',
        '-',
      ],
    }),
    step('sound', 'sound', filmS * 0.02, { args: soundArgs(source, loudness), needs: ['loudness'] }),
    ...parts.map((name, i) => {
      const from = i * partFrames;
      const isLast = i === parts.length - 1;
      const frames = isLast ? all - from : partFrames;
      const ofPart = (frames * rate[1]) / rate[0];
      const args = pictureArgs(source, { from, frames, isLast });
      return step(name, 'picture', ofPart * 0.5, { args, frames, filmMs: ofPart * 1000 });
    }),
    ...rungs.map(({ rendition }, i) =>
      step(joins[i]!, 'join', filmS * 0.01, { args: joinArgs(rendition, parts), needs: ['sound', ...parts] }),
    ),
    step('stills', 'stills', filmS * 0.005, { args: stillsArgs(source, joins.at(-1)!), needs: [joins.at(-1)!] }),
    step('poster', 'poster', 0.1, { args: posterArgs(source, joins[0]!), needs: [joins[0]!] }),
    step('publish', 'publish', filmS * 0.02, { needs: ['sound', ...joins, 'stills', 'poster'] }),
  ];
}

/** Disk space to leave free besides a film. */
export const SPARE_BYTES = 500_000_000;
export const gigabytes = (bytes: number): string => (bytes / 1e9).toFixed(1);

/** Disk space needed to make a film of this length: parts, joined files, and what is kept. */
export const roomFor = (source: FilmSource): number =>
  Math.ceil(
    (source.durationMs / 8) * rungsOf(source).reduce((sum, { maxKbps }) => sum + maxKbps + SOUND_KBPS, SOUND_KBPS) * 3,
  );

/** Progress of the whole work, 0 to 1. */
export function doneOf(
  plan: readonly Step[],
  made: ReadonlySet<string>,
  step: string | null,
  stepDone: number,
): number {
  const all = plan.reduce((sum, { weight }) => sum + weight, 0);
  const done = plan.reduce(
    (sum, { name, weight }) => sum + (made.has(name) ? weight : name === step ? weight * stepDone : 0),
    0,
  );
  return all === 0 ? 0 : Math.min(1, done / all);
}
