import { playerText } from '#app/text/zh-hk/player.ts';
import type { VodSource } from './source.ts';
import type { SourceKind } from './source-kinds.ts';

/** What is asked for when a replay is pressed. */
export interface ReplayRequest {
  sectionId: number;
  /** An instant of its stream to begin at; where it was left, unless told. */
  atMs?: number;
  /** Sections in the order in which they play, with this one among them; those of its broadcast, unless told. */
  queue?: readonly number[];
}

/** A part of a broadcast that is heard again: until its call has answered, all that is known of it is its number. */
export interface ReplaySource extends VodSource {
  kind: 'replay';
  sectionId: number;
  atMs: number | null;
  queue: readonly number[];
}

export const replaySource = ({ sectionId, atMs, queue = [] }: ReplayRequest): ReplaySource => ({
  kind: 'replay',
  timeline: 'vod',
  key: `replay/${sectionId}`,
  media: 'audio',
  sectionId,
  atMs: atMs ?? null,
  queue,
  title: playerText.replay,
  from: '',
  art: { src: '', srcset: '' },
  durationMs: 0,
  page: '',
});

export const replayKind: SourceKind<ReplaySource> = {
  engine: 'stream',
  /** Few hear a replay: what plays one comes with the first. */
  address: async (source) => (await import('#app/player/replay/replay-opening.ts')).openReplay(source),
};
