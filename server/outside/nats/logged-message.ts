export interface LoggedMessage {
  /** Creation time of the stream, Unix ms: a recreated stream counts from 1 again. */
  epoch: number;
  sequence: number;
  /** Undefined for a probe, which has no content. */
  head: string | undefined;
  body: Buffer;
}

/** Result of settling a message: `again` redelivers it, to any process. */
export type Outcome = 'done' | 'again';
