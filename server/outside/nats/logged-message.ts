export interface LoggedMessage {
  /** When the stream was made, Unix ms: a stream made anew counts from 1 again. */
  epoch: number;
  sequence: number;
  /** Undefined: a probe, which means nothing. */
  head: string | undefined;
  body: Buffer;
}

/** What became of a message: `again` delivers it once more, to any process. */
export type Outcome = 'done' | 'again';
