// What a place's frame and the document of its creative say to each other, over a port that the creative's code has no name for.

/** place → creative: what is to be drawn, with a port. Said by window, as the document has none of the two yet. */
export interface DrawWord {
  airwave: 'draw';
  ad: string;
}

/** creative → place. */
export type CreativeWord =
  /** What it took so far. */
  | { type: 'cost'; bytes: number; cpuMs: number }
  /** All of it is there; whether there is anything to see. */
  | { type: 'drawn'; isBlank: boolean }
  | { type: 'clicked' }
  /** It tried to leave its frame. */
  | { type: 'escape' }
  | { type: 'pong' };
