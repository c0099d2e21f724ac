import { field, textOf } from './fields.rules.ts';
import { fieldRules } from '#shared/field-rules.ts';

/** Names of the hidden fields by which a form shows that a person sent it, on every page and in every call. */
export const HUMAN_FIELDS = {
  token: 'turnstileToken',
  /** Stands in for the token where no scripts run. */
  ticket: 'ticket',
  /** People do not see it; programs fill it. */
  trap: 'website',
} as const;

/** Made once for a form that is opened: the same form under the same key is taken once. */
export const ONCE_FIELD = 'idempotency_key';

/** Longest token of the bot check. */
const TOKEN_CHARS = 4_096;

/** The token of the bot check; it may be missing where a ticket stands in, which `proveHuman` decides about. */
export const botToken = field<string>(
  (given, around) => {
    const value = textOf(given).trim();
    if (value === '' && textOf(around.given[HUMAN_FIELDS.ticket]) !== '') return { value };
    return !fieldRules.captcha(value) || value.length > TOKEN_CHARS ? { code: 'botCheck' } : { value };
  },
  { type: 'code' },
);
