/** Result of requesting a text or call from a provider. */
export type Sending =
  | { verdict: 'taken'; providerId: string }
  /** Invalid number, or one that does not accept texts or calls. */
  | { verdict: 'badNumber' }
  /** Blocked by the carrier or the provider. */
  | { verdict: 'blocked' }
  /** Timed out: it may have been sent, so it is not retried. */
  | { verdict: 'unknown'; reason: string }
  /** Nothing was sent. */
  | { verdict: 'unavailable'; reason: string };

/** Interface to a text message service. */
export interface TextMessages {
  /** `to` as `+85291234567`; delivery reports go to `statusUrl`. Never throws. */
  send(text: { to: string; body: string; statusUrl: string }): Promise<Sending>;
}

/** Interface to a voice call service. */
export interface VoiceCalls {
  /** Repeats `prompt` until a key is pressed, then says the response of `keyUrl`. Never throws. */
  call(call: { to: string; prompt: string; keyUrl: string; statusUrl: string }): Promise<Sending>;
}
