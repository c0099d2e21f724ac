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
  told: ReplayTold | null;
}

interface DevicePosition {
  atMs: number;
  deviceName: string;
}

/** The reply of its call. All instants are those of its stream. */
export interface ReplayTold {
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
  told: null,
  hasSpeeds: true,
  title: playerText.replay,
  from: '',
  art: { src: '', srcset: '' },
  durationMs: 0,
  page: '',
});
