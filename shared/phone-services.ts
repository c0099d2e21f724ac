/** What a provider made of a text or call we asked it for. */
export type Sending =
  | { verdict: 'taken'; providerId: string }
  /** No such number, or none that takes this. */
  | { verdict: 'badNumber' }
  /** The carrier or the provider does not let us reach it. */
  | { verdict: 'blocked' }
  /** It did not say in time: it may have gone out, so it is not asked for again. */
  | { verdict: 'unknown'; reason: string }
  /** Nothing went out. */
  | { verdict: 'unavailable'; reason: string };

/** The door to a service that sends texts. */
export interface TextMessages {
  /** `to` as `+85291234567`; reports of the delivery come to `statusUrl`. Never throws. */
  send(text: { to: string; body: string; statusUrl: string }): Promise<Sending>;
}

/** The door to a service that calls people. */
export interface VoiceCalls {
  /** Says `prompt` until a key is pressed, and then what `keyUrl` answers. Never throws. */
  call(call: { to: string; prompt: string; keyUrl: string; statusUrl: string }): Promise<Sending>;
}
