import type { MissingWhy } from '#domain/archive/playing/sound-spans.rules.ts';
import { playerText } from '#app/text/zh-hk/player.ts';
import type { OtherPlayback, VodSource } from './source.ts';

/** Request to play a replay. */
export interface ReplayRequest {
  sectionId: number;
  /** Instant of its stream to start at; defaults to where it was left. */
  atMs?: number;
  /** Instant of its stream to pause at, possibly in a later section: a clip. */
  untilMs?: number | undefined;
  /** Sections in playing order, including this one; defaults to those of its broadcast. */
  queue?: readonly number[];
  /** Spans of its broadcast to play, if not all. */
  only?: readonly Stretch[] | null;
}

/** Instants of a stream. */
export type Stretch = readonly [fromMs: number, toMs: number];

export const QUALITIES = ['auto', 'hd', 'sd'] as const;
export type Quality = (typeof QUALITIES)[number];

/** A section of a broadcast. Until its call is answered, only its number is known. */
export interface ReplaySource extends VodSource {
  kind: 'replay';
  sectionId: number;
  atMs: number | null;
  untilMs: number | null;
  queue: readonly number[];
  /** Spans of its broadcast to play, in order; null: all. */
  only: readonly Stretch[] | null;
  /** Null until its call is answered: then this browser's initial quality. */
  quality: Quality | null;
  /** The playback to take over. */
  takeOver: OtherPlayback | null;
  details: ReplayDetails | null;
  /** The song that it is, in a list that is played in turn. */
  song: TurnSong | null;
}

/** A song as a moment of a replay. */
export interface TurnSong {
  sectionId: number;
  startsAtMs: number;
  endsAtMs: number;
  title: string;
  artist: string;
  /** Path of its page. */
  page: string;
}

interface DevicePosition {
  atMs: number;
  deviceName: string;
}

/** The reply of its call. All instants are those of its stream. */
export interface ReplayDetails {
  /** The broadcast. */
  archiveId: number;
  programId: number;
  streamId: number;
  /** Broadcast day, YYYY-MM-DD. */
  dayHk: string;
  startsAtMs: number;
  endsAtMs: number;
  /** End of the free preview; null: full access. */
  freeUntilMs: number | null;
  /** Missing parts, in order. */
  missing: readonly { fromMs: number; toMs: number; why: MissingWhy }[];
  parts: readonly { sectionId: number; no: number; title: string; startsAtMs: number; endsAtMs: number }[];
  /** Position where it was left, and that of another device if far from it. */
  position: DevicePosition | null;
  otherPosition: DevicePosition | null;
  /** Audio playlist, to check whether a remote device can play it. */
  address: string;
}

export const isReplay = (source: { kind: string }): source is ReplaySource => source.kind === 'replay';

export const replaySource = (
  { sectionId, atMs, untilMs, queue = [], only = null }: ReplayRequest,
  quality: Quality | null = null,
): ReplaySource => ({
  kind: 'replay',
  timeline: 'vod',
  // A clip differs from its section: pressing one while the other plays is a new request.
  key: `replay/${sectionId}${untilMs === undefined ? '' : `/${atMs ?? ''}-${untilMs}`}`,
  media: 'audio',
  sectionId,
  atMs: atMs ?? null,
  untilMs: untilMs ?? null,
  queue,
  only,
  quality,
  takeOver: null,
  details: null,
  song: null,
  hasSpeeds: true,
  title: playerText.replay,
  from: '',
  art: { src: '', srcset: '' },
  durationMs: 0,
  page: '',
});

/** Songs to play one after another, each linked to its neighbours. */
export function turnSources(songs: readonly TurnSong[], before: ReplaySource | null = null): ReplaySource[] {
  const sources = songs.map((song): ReplaySource => ({
    ...replaySource({ sectionId: song.sectionId, atMs: song.startsAtMs, untilMs: song.endsAtMs }),
    song,
    title: song.title,
    from: song.artist,
    page: song.page,
    beginsAtMs: null,
  }));
  for (const [i, source] of sources.entries()) {
    source.previous = sources[i - 1] ?? before;
    source.next = sources[i + 1] ?? null;
  }
  return sources;
}
