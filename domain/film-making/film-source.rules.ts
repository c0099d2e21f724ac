import { DomainError } from '#shared/domain-error.ts';
import type { FilmSource } from '#shared/media/film.ts';

/** The parts of ffprobe's output (-show_format -show_streams) used here; any may be missing. */
interface ProbedStream {
  index?: number;
  codec_type?: string;
  codec_name?: string;
  codec_tag_string?: string;
  width?: number;
  height?: number;
  sample_aspect_ratio?: string;
  avg_frame_rate?: string;
  r_frame_rate?: string;
  field_order?: string;
  color_transfer?: string;
  duration?: string;
  channels?: number;
  disposition?: { attached_pic?: number; default?: number };
  tags?: { DURATION?: string };
  side_data_list?: { rotation?: number; dv_profile?: number; dv_bl_signal_compatibility_id?: number }[];
}
export interface Probed {
  streams?: ProbedStream[];
  format?: { duration?: string; format_name?: string };
}

const MIN_DURATION_MS = 10_000;
const MAX_DURATION_MS = 4 * 3_600_000;
/** Picture and sound of a film end together, except for encoder padding. */
const ENDS_APART_MS = 10_000;
const MIN_SIZE = { width: 320, height: 180 };
const MAX_SIZE = { width: 8192, height: 8192 };
/** A larger aspect ratio indicates an error. */
const MAX_ASPECT = 4;
/** Standard frame rates; double rates are halved. */
const RATES: readonly FilmSource['rate'][] = [
  [24_000, 1001],
  [24, 1],
  [25, 1],
  [30_000, 1001],
  [30, 1],
];

const refused = (what: string): DomainError => new DomainError('unsupportedMediaType', what);

function fraction(text: string | undefined, between: '/' | ':'): number {
  const [over = Number.NaN, under = 1] = (text ?? '').split(between).map(Number);
  return under > 0 ? over / under : Number.NaN;
}

/** Parses `12.34` and Matroska's `00:00:12.340000000`. */
function msOf(text: string | undefined): number | null {
  const parts = (text ?? '').split(':').map(Number);
  const seconds = parts.reduce((sum, part) => sum * 60 + part, 0);
  return text && Number.isFinite(seconds) && seconds > 0 ? Math.round(seconds * 1000) : null;
}

const lengthOf = (stream: ProbedStream): number | null => msOf(stream.duration) ?? msOf(stream.tags?.DURATION);
const minutes = (ms: number): string =>
  `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, '0')}`;

function rateOf(stream: ProbedStream): FilmSource['rate'] {
  const told = fraction(stream.avg_frame_rate, '/');
  const rate = Number.isFinite(told) && told > 0 ? told : fraction(stream.r_frame_rate, '/');
  const once = rate > 40 ? rate / 2 : rate;
  const exact = RATES.find(([frames, seconds]) => Math.abs(once - frames / seconds) < 0.003);
  if (exact) return exact;
  // Variable or unusual rates are converted to the nearest standard one.
  return once > 27 ? [30, 1] : once > 24.5 || once < 20 || Number.isNaN(once) ? [25, 1] : [24, 1];
}

/** Display dimensions. */
function shownSize(stream: ProbedStream, rotation: number): { width: number; height: number } {
  const aspect = fraction(stream.sample_aspect_ratio, ':');
  const wide = Math.round((stream.width ?? 0) * (Number.isFinite(aspect) && aspect > 0 ? aspect : 1));
  const high = stream.height ?? 0;
  return Math.abs(rotation) % 180 === 90 ? { width: high, height: wide } : { width: wide, height: high };
}

/** The stream marked as default, else the first. */
const chosen = (streams: readonly ProbedStream[]): ProbedStream | undefined =>
  streams.find(({ disposition }) => disposition?.default === 1) ?? streams[0];

function assertSize({ width, height }: { width: number; height: number }): void {
  const size = `${width} by ${height}`;
  if (Math.max(width, height) < MIN_SIZE.width || Math.min(width, height) < MIN_SIZE.height)
    throw refused(`the picture size ${size} is below the minimum of ${MIN_SIZE.width} by ${MIN_SIZE.height}`);
  if (width > MAX_SIZE.width || height > MAX_SIZE.height)
    throw refused(`the picture size ${size} exceeds the maximum of ${MAX_SIZE.width} by ${MAX_SIZE.height}`);
  if (width > height * MAX_ASPECT || height > width * MAX_ASPECT)
    throw refused(`the picture size ${size} has an implausible aspect ratio; check the pixel aspect ratio of the file`);
}

/** Throws `unsupportedMediaType` for unsuitable files, with the problem and the remedy. */
export function readSource(probed: Probed): FilmSource {
  const streams = probed.streams ?? [];
  const pictures = streams.filter(
    ({ codec_type, disposition }) => codec_type === 'video' && disposition?.attached_pic !== 1,
  );
  const video = chosen(pictures);
  const audio = chosen(streams.filter(({ codec_type }) => codec_type === 'audio'));
  if (video?.index === undefined) throw refused('the file has no video track; import audio alone as a classic');
  if (audio?.index === undefined) throw refused('the file has no audio track; add one, even if it is quiet');
  for (const { codec_tag_string: tag, codec_name: name } of [video, audio]) {
    if (tag === 'encv' || tag === 'enca') throw refused('the file is encrypted; ask for an unprotected copy');
    if (name === undefined || name === 'unknown')
      throw refused('the installed ffmpeg does not support the codec of a track; use H.264 and AAC');
  }
  if (!audio.channels) throw refused('the audio track has no channels');

  const durationMs = lengthOf(video) ?? msOf(probed.format?.duration);
  if (durationMs === null) throw refused('the file does not state its duration and may be truncated; copy it again');
  if (durationMs < MIN_DURATION_MS)
    throw refused(`the duration of ${(durationMs / 1000).toFixed(1)} s is below the minimum of 10 s`);
  if (durationMs > MAX_DURATION_MS)
    throw refused(`the duration of ${minutes(durationMs)} exceeds the maximum of 4 hours; split the file`);
  const soundMs = lengthOf(audio);
  if (soundMs !== null && Math.abs(soundMs - durationMs) > ENDS_APART_MS)
    throw refused(`the video lasts ${minutes(durationMs)} but the audio ${minutes(soundMs)}; one of them is truncated`);

  const side = video.side_data_list ?? [];
  const dolby = side.find(({ dv_profile }) => dv_profile !== undefined);
  if (dolby?.dv_profile === 5 || (dolby && dolby.dv_bl_signal_compatibility_id === 0))
    throw refused('the file is Dolby Vision without a compatible base layer; ask for HDR10 or Rec. 709');
  const rotation = Math.round(side.find((one) => one.rotation !== undefined)?.rotation ?? 0);
  const size = shownSize(video, rotation);
  assertSize(size);
  return {
    durationMs,
    ...size,
    rate: rateOf(video),
    videoCodec: video.codec_name ?? '',
    audioCodec: audio.codec_name ?? '',
    videoIndex: video.index,
    audioIndex: audio.index,
    isHdr: video.color_transfer === 'smpte2084' || video.color_transfer === 'arib-std-b67',
    isInterlaced: ['tt', 'bb', 'tb', 'bt'].includes(video.field_order ?? ''),
    rotation,
  };
}

/** Description of the processing, for the editor. */
export function toldOf(source: FilmSource): string[] {
  const { durationMs, width, height, rate, videoCodec, audioCodec, isHdr, isInterlaced, rotation } = source;
  const rateTold = Number((rate[0] / rate[1]).toFixed(3));
  return [
    `${minutes(durationMs)}, ${width} by ${height}, ${rateTold} frames per second, ${videoCodec} and ${audioCodec}`,
    ...(rotation === 0 ? [] : [`rotated by ${rotation} degrees, as recorded by the camera`]),
    ...(isHdr ? ['HDR: tone-mapped to SDR'] : []),
    ...(isInterlaced ? ['interlaced: deinterlaced'] : []),
  ];
}

const SILENCE_LUFS = -60;
/**
 * Loudness usual for mobile listening; at television's -23 the viewer would turn up the volume, and be startled by what
 * comes next.
 */
const TARGET_LUFS = -16;
const CEILING_DBTP = -1.5;
/** Maximum peak limiting; beyond it the film stays quieter. */
const LIMITED_DB = 6;

export const CEILING = 10 ** (CEILING_DBTP / 20);

/** Parses the summary of ffmpeg's ebur128 filter. Throws for silence. */
export function readLoudness(said: string): { integratedLufs: number; truePeakDbtp: number; gainDb: number } {
  const summary = said.slice(said.lastIndexOf('Summary:'));
  const integratedLufs = Number(/\bI:\s*(-?[\d.]+|-inf) LUFS/.exec(summary)?.[1]);
  const truePeakDbtp = Number(/\bPeak:\s*(-?[\d.]+|-inf) dBFS/.exec(summary)?.[1]);
  if (Number.isNaN(integratedLufs) || integratedLufs < SILENCE_LUFS)
    throw refused('the audio track is silent; replace it with the correct one');
  const peak = Number.isNaN(truePeakDbtp) ? 0 : truePeakDbtp;
  const gainDb = Math.min(TARGET_LUFS - integratedLufs, CEILING_DBTP - peak + LIMITED_DB);
  return { integratedLufs, truePeakDbtp: peak, gainDb: Math.round(gainDb * 10) / 10 };
}
