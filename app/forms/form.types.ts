import type { FieldFault, Form } from '#domain/forms/fields.rules.ts';
import type { BotCheckAction } from '#shared/bot-check.ts';
import type { ErrorName } from '#shared/domain-error.ts';

/** What the server gives a form with the human check when it is opened. */
export interface HumanGuard {
  ticket: string;
  botCheckWidget: { siteKey: string; scriptUrl: string; action: BotCheckAction };
}

/** What the page's action answers to a form it does not take. */
export interface FormReply {
  faults: FieldFault[];
  problem: ErrorName | 'offline' | null;
  retryAfterSeconds: number | null;
  /** Of a log-in: how many more wrong passwords lock it for `retryAfterSeconds`; null: many. */
  triesLeft?: number | null;
  /** Of what decides whose an account is: the password, once more as it was wrong, or a new log-in. */
  needs?: 'password' | 'password-again' | 'log-in' | null;
  /** What was written, without secrets. */
  values: Record<string, string>;
}

/** What a field is drawn from. */
export interface FieldState {
  /** Id of the form: those of its fields are made of it and their names. */
  form: string;
  /** Rules of its fields. */
  rules: Form | undefined;
  /** Counts the answers to a form: what belongs to one of them is drawn anew with the next. */
  round: number;
  values: Record<string, string>;
  /** Words of the field's fault. */
  faultOf: (field: string) => string | undefined;
  /** The first field that is wrong: the page that comes back without scripts opens at it. */
  firstFault: string | undefined;
}
