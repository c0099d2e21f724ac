/** What a bot check said of a visitor's token. */
export type BotVerdict =
  | { verdict: 'passed' }
  /** The visitor is to try again with a new token; reasons are for logs. */
  | { verdict: 'refused'; reasons: string[] }
  /** The checker did not answer: nobody may pass, and nobody is to blame. */
  | { verdict: 'unavailable'; reason: string };

/** What a token is asked for: one that was made for one form is no good for another. */
const BOT_CHECK_ACTIONS = ['contact', 'lostproperty', 'register', 'forget', 'phone', 'live'] as const;
export type BotCheckAction = (typeof BOT_CHECK_ACTIONS)[number];

/** The door to whoever tells people from programs. */
export interface BotCheck {
  verify(token: string, remoteIp: string | undefined, action: BotCheckAction): Promise<BotVerdict>;
}
