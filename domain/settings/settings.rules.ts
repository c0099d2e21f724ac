import type { OnlineMethod } from '#shared/payment-enums.ts';

// The one list of what staff may set. Everything else is configuration of the machine (`server/config.ts`), which the desk
// never reads.

/** Cache tag of the settings. */
export const SETTINGS_TAG = 'settings';
/** Of every page, all of which say whether there are ads. */
export const ADS_SWITCH_TAG = 'settings-ads';

export const MAX_OFF_DAYS = 30;
export const MAX_MESSAGE = 200;
export const MAX_NOTE = 300;

/** What can be switched off for a time. A payment method refuses new payments; one that has begun continues. */
export const FUNCTION_SWITCHES = [
  'registration',
  'contact',
  'lostproperty',
  'phone.text',
  'phone.call',
  'checkout.guest',
  'ads',
] as const;
export const METHOD_SWITCHES = [
  'pay.card',
  'pay.payme',
  'pay.alipay',
  'pay.wechat',
  'pay.jetco',
  'pay.offline',
] as const satisfies readonly `pay.${OnlineMethod | 'offline'}`[];

export type MethodSwitch = (typeof METHOD_SWITCHES)[number];
export type SwitchKey = (typeof FUNCTION_SWITCHES)[number] | MethodSwitch;
export const SWITCHES: readonly SwitchKey[] = [...FUNCTION_SWITCHES, ...METHOD_SWITCHES];
export const isMethodSwitch = (key: string): key is MethodSwitch =>
  (METHOD_SWITCHES as readonly string[]).includes(key);

/** Words above a form. Empty: none. */
export const NOTES = ['note.contact', 'note.lostproperty', 'note.registration', 'note.offline'] as const;
export type NoteKey = (typeof NOTES)[number];

/** Days for which something is kept, and what the station may choose. */
export const RETENTION = {
  'keep.mails': { days: 90, min: 30, max: 365 },
  'keep.letters': { days: 730, min: 180, max: 1_095 },
  'keep.security-events': { days: 730, min: 365, max: 1_095 },
  'keep.phone-codes': { days: 30, min: 7, max: 90 },
  'keep.webhooks': { days: 30, min: 7, max: 90 },
} as const satisfies Record<string, { days: number; min: number; max: number }>;
export type RetentionKey = keyof typeof RETENTION;
export const RETENTION_KEYS = Object.keys(RETENTION) as RetentionKey[];

/**
 * What the site gives up in a crowd, so that sound and words reach everybody. `load`: each process by its own load
 * (`server/operations/load.ts`).
 */
export const LEVERS = ['lever.a64', 'lever.home', 'lever.ads', 'lever.pictures', 'lever.reports'] as const;
export type LeverKey = (typeof LEVERS)[number];
/** With `lever.reports` one of this many browsers reports. */
export const SAMPLED_ONE_IN = 10;
export const LEVER_POSITIONS = ['off', 'load', 'on'] as const;
export type LeverPosition = (typeof LEVER_POSITIONS)[number];

/** A preview counts no further. */
export const MAX_COUNTED = 100_000;

/** Text of a setting or a switch: no control characters but line breaks where `lines`. */
export const isPlainText = (text: string, { lines = false } = {}): boolean =>
  text.isWellFormed() && !(lines ? /[^\P{Cc}\n]/u : /\p{Cc}/u).test(text);

/** What is off, and until when. */
export interface Off {
  message: string;
  endsAtMs: number;
}
