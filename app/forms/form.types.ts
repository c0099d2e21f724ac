import type { FieldFault, Form } from '#domain/forms/fields.rules.ts';
import type { BotCheckAction } from '#shared/outside/bot-check.ts';
import type { ErrorName } from '#shared/domain-error.ts';

/** Server data of a form with the bot check, issued when it is opened. */
export interface BotCheckGuard {
  ticket: string;
  botCheckWidget: { siteKey: string; scriptUrl: string; action: BotCheckAction };
}

/** Reply of the page's action to a rejected form. */
export interface FormReply {
  faults: FieldFault[];
  problem: ErrorName | 'offline' | null;
  retryAfterSeconds: number | null;
  /** Of a login: how many more wrong passwords lock it for `retryAfterSeconds`; null: many. */
  triesLeft?: number | null;
  /**
   * For changes that need proof of ownership: the password, the password again because it was wrong, or a new login.
   */
  needs?: 'password' | 'password-again' | 'log-in' | null;
  /** Of a login to a merged account: the masked address of the account that took it over. */
  mergedInto?: string | null;
  /** The input, without secrets. */
  values: Record<string, string>;
}

/** Rendering state of a field. */
export interface FieldState {
  /** Id of the form, the prefix of its fields' ids. */
  form: string;
  /** Rules of its fields. */
  rules: Form | undefined;
  /** Counts the replies to a form: parts valid for one reply are remounted with the next. */
  round: number;
  values: Record<string, string>;
  /** Error text of a field. */
  faultOf: (field: string) => string | undefined;
  /** The first invalid field: without scripts, the returned page focuses it. */
  firstFault: string | undefined;
}
