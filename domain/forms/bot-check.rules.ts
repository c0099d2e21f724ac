import { field, stringOrEmpty } from './fields.rules.ts';
import { fieldRules } from '#shared/field-rules.ts';

/** Hidden fields of the bot check, the same on every page and in every call. */
export const BOT_CHECK_FIELDS = {
  token: 'turnstileToken',
  /** Replaces the token where scripts are disabled. */
  ticket: 'ticket',
  /** Honeypot: invisible to people, filled in by bots. */
  trap: 'website',
} as const;

/** Idempotency key, generated when a form is opened: the same form with the same key is accepted once. */
export const ONCE_FIELD = 'idempotency_key';

/** Maximum length of a bot check token. */
const TOKEN_CHARS = 4_096;

/** Token of the bot check. May be missing if a ticket replaces it, which `verifyBotCheck` decides. */
export const botToken = field<string>(
  (given, around) => {
    const value = stringOrEmpty(given).trim();
    if (value === '' && stringOrEmpty(around.given[BOT_CHECK_FIELDS.ticket]) !== '') return { value };
    return !fieldRules.captcha(value) || value.length > TOKEN_CHARS ? { code: 'botCheck' } : { value };
  },
  { type: 'code' },
);
