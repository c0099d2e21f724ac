/** Verdict of the bot check on a visitor's token. */
export type BotVerdict =
  | { verdict: 'passed' }
  /** The visitor should retry with a new token; reasons are for logs. */
  | { verdict: 'refused'; reasons: string[] }
  /** The checker did not answer: all requests are rejected, without blaming the visitor. */
  | { verdict: 'unavailable'; reason: string };

/** Form that a token was issued for. A token is not valid for another form. */
const BOT_CHECK_ACTIONS = ['contact', 'lostproperty', 'register', 'forget', 'phone', 'live'] as const;
export type BotCheckAction = (typeof BOT_CHECK_ACTIONS)[number];

/** Interface to the provider of the bot check. Forms call `verifyBotCheck` of `domain/forms/bot-check.ts`. */
export interface BotCheck {
  verify(token: string, remoteIp: string | undefined, action: BotCheckAction): Promise<BotVerdict>;
}
