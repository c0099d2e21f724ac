import type { VodSource } from '#app/player/sources/source.ts';

/** What the player needs to know about the article of a recording. */
export type RecordingOrigin = Pick<VodSource, 'page' | 'from' | 'art'>;
