// Messages between a slot frame and the document of its creative, through a port that the creative cannot reach.

/**
 * slot → creative: what to draw, together with a port. Sent by window message, because the document has no port yet.
 */
export interface DrawWord {
  airwave: 'draw';
  ad: string;
}

/** creative → slot. */
export type CreativeWord =
  /** Its cost so far. */
  | { type: 'cost'; bytes: number; cpuMs: number }
  /** Fully loaded, and whether anything is visible. */
  | { type: 'drawn'; isBlank: boolean }
  | { type: 'clicked' }
  /** It tried to leave its frame. */
  | { type: 'escape' }
  | { type: 'pong' };
