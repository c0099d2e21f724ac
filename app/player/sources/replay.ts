import type { MissingWhy } from '#domain/archive/sound-spans.rules.ts';
import { playerText } from '#app/text/zh-hk/player.ts';
import type { OtherPlayback, VodSource } from './source.ts';

/** What is asked for when a replay is pressed. */
export interface ReplayRequest {
  sectionId: number;
  /** An instant of its stream to begin at; where it was left, unless told. */
  atMs?: number;
  /** An instant of its stream to pause at, be it in a later section: it is a clip. */
  untilMs?: number | undefined;
  /** Sections in the order in which they play, with this one among them; those of its broadcast, unless told. */
  queue?: readonly number[];
  /** What of its broadcast is played, where that is not all. */
  only?: readonly Stretch[] | null;
}

/** Instants of a stream. */
export type Stretch = readonly [fromMs: number, toMs: number];

export const QUALITIES = ['auto', 'hd', 'sd'] as const;
export type Quality = (typeof QUALITIES)[number];

/** A part of a broadcast that is heard again: until its call has answered, all that is known of it is its number. */
export interface ReplaySource extends VodSource {
  kind: 'replay';
  sectionId: number;
  atMs: number | null;
  untilMs: number | null;
  queue: readonly number[];
  /** What of its broadcast is played, in order; null: all of it. */
  only: readonly Stretch[] | null;
  /** Null until its call has answered: then what this browser begins with. */
  quality: Quality | null;
  /** Whose place it takes. */
  takeOver: OtherPlayback | null;
  told: ReplayTold | null;
}

interface DevicePlace {
  atMs: number;
  deviceName: string;
}

/** What its call said. All instants are those of its stream. */
export interface ReplayTold {
  /** The broadcast. */
  archiveId: number;
  programId: number;
  streamId: number;
  /** Day of the station, YYYY-MM-DD. */
  dayHk: string;
  startsAtMs: number;
  endsAtMs: number;
  /** Where the free beginning ends that is all that may be heard; null: all may be. */
  freeUntilMs: number | null;
  /** What is left out, in order. */
  missing: readonly { fromMs: number; toMs: number; why: MissingWhy }[];
  parts: readonly { sectionId: number; no: number; title: string; startsAtMs: number; endsAtMs: number }[];
  /** Where it was left, and where on another device if that is far from it. */
  place: DevicePlace | null;
  otherPlace: DevicePlace | null;
  /** Of its sound: a browser is asked whether another machine could play it. */
  address: string;
}

export const isReplay = (source: { kind: string }): source is ReplaySource => source.kind === 'replay';

export const replaySource = (
  { sectionId, atMs, untilMs, queue = [], only = null }: ReplayRequest,
  quality: Quality | null = null,
): ReplaySource => ({
  kind: 'replay',
  timeline: 'vod',
  // A clip is not its section: who hears the one and presses the other asks for something else.
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
