import {
  kindsAfter,
  NOTIFICATION_KINDS,
  WARNING_KINDS,
  type KindsChange,
  type MessageKind,
  type NotificationKind,
} from '#shared/notification-kinds.ts';
import { addDaysHk, dayHkOf, instantHk, minuteHkOf } from '#shared/hk-time.ts';

/** Maximum subscriptions of a member; a further one replaces the oldest. */
export const MAX_DEVICES = 10;
/** Topics of a guest. */
export const MAX_TOPICS = 200;
export const MAX_PER_DAY = 50;
export const MAX_ENDPOINT_CHARS = 1_000;

/** Notification settings of a browser. */
export interface PushSettings {
  kinds: NotificationKind[];
  /** Hours of Hong Kong; equal: no quiet hours. */
  quietFrom: number;
  quietUntil: number;
  /** Warnings (`WARNING_KINDS`) come at any time, and are not limited. */
  isAlwaysWarned: boolean;
  perDay: number;
}

export const DEFAULT_SETTINGS: PushSettings = {
  kinds: [...NOTIFICATION_KINDS],
  quietFrom: 23,
  quietUntil: 7,
  isAlwaysWarned: false,
  perDay: 5,
};

/** A change of some settings. What is not named stays as it is. */
export type SettingsChange = { [Name in keyof PushSettings]?: PushSettings[Name] | undefined } & KindsChange;

export const changedSettings = (before: PushSettings, change: SettingsChange): PushSettings => ({
  kinds: kindsAfter(change.kinds ?? before.kinds, change),
  quietFrom: change.quietFrom ?? before.quietFrom,
  quietUntil: change.quietUntil ?? before.quietUntil,
  isAlwaysWarned: change.isAlwaysWarned ?? before.isAlwaysWarned,
  perDay: change.perDay ?? before.perDay,
});

const SETTING_NAMES = Object.keys(DEFAULT_SETTINGS) as (keyof PushSettings)[];

/** Whether a change names every setting. */
export const isComplete = (change: SettingsChange): boolean =>
  SETTING_NAMES.every((name) => change[name] !== undefined);

/** The end of the quiet hours that contain `now`; null outside of them. */
export function quietUntil({ quietFrom, quietUntil: until }: PushSettings, now: Date): Date | null {
  if (quietFrom === until) return null;
  const hour = minuteHkOf(now) / 60;
  const isQuiet = quietFrom < until ? hour >= quietFrom && hour < until : hour >= quietFrom || hour < until;
  if (!isQuiet) return null;
  const today = dayHkOf(now);
  return instantHk(hour < until ? today : addDaysHk(today, 1), until * 60);
}

const isWarning = (kind: MessageKind): boolean => WARNING_KINDS.some((one) => one === kind);

interface Judged {
  message: { kind: MessageKind; expiresAt: Date };
  settings: PushSettings;
  /** Messages of today that count. */
  toldToday: number;
  isCounted: boolean;
}

/** What becomes of a delivery that is due. */
export type Verdict = { does: 'send'; counts: boolean } | { does: 'wait'; until: Date } | { does: 'drop' };

/**
 * Nothing is sent once it is over. Quiet hours hold a message back, and what would be over by their end is dropped, as
 * is what goes beyond the daily limit. Neither holds for warnings whose receiver said so, nor for a test.
 */
export function judge({ message, settings, toldToday, isCounted }: Judged, now: Date): Verdict {
  if (message.expiresAt <= now) return { does: 'drop' };
  if (message.kind === 'test') return { does: 'send', counts: false };
  if (!settings.kinds.includes(message.kind)) return { does: 'drop' };
  if (isWarning(message.kind) && settings.isAlwaysWarned) return { does: 'send', counts: false };
  const until = quietUntil(settings, now);
  if (until !== null) return until < message.expiresAt ? { does: 'wait', until } : { does: 'drop' };
  if (isCounted) return { does: 'send', counts: false };
  return toldToday < settings.perDay ? { does: 'send', counts: true } : { does: 'drop' };
}

/** What a push service answered; `silent`: nothing in time. */
export type PushAnswer = { status: number; retryAfterSeconds: number | null } | 'silent';

/** Tries of one delivery. */
const MAX_ATTEMPTS = 8;
const FIRST_PAUSE_SECONDS = 5;
const MAX_PAUSE_SECONDS = 15 * 60;

/** `missed`: the push service was unavailable until the message was over; `paused`: it was not asked. */
export type Outcome = { is: 'sent' | 'gone' | 'refused' | 'missed' } | { is: 'later' | 'paused'; at: Date };

/** The subscription is gone after 404 and 410; what may pass is tried again with growing pauses while there is time. */
export function outcomeOf(
  answer: PushAnswer,
  { attempts, expiresAt }: { attempts: number; expiresAt: Date },
  now: Date,
): Outcome {
  if (answer !== 'silent') {
    const { status } = answer;
    if (status >= 200 && status < 300) return { is: 'sent' };
    if (status === 404 || status === 410) return { is: 'gone' };
    if (status !== 429 && status !== 408 && status < 500) return { is: 'refused' };
  }
  const asked = answer === 'silent' ? null : answer.retryAfterSeconds;
  const pause = Math.min(Math.max(asked ?? 0, FIRST_PAUSE_SECONDS * 2 ** attempts), MAX_PAUSE_SECONDS);
  const at = new Date(now.getTime() + Math.max(pause, asked ?? 0) * 1_000);
  return attempts + 1 < MAX_ATTEMPTS && at < expiresAt ? { is: 'later', at } : { is: 'missed' };
}

/** Push services that a station knows, as written in its configuration: `fcm.googleapis.com`, `*.push.apple.com`. */
export interface AllowedEndpoints {
  hosts: readonly string[];
  /** Prefix of the endpoints of the sandbox; null outside of the demo. */
  sandbox: string | null;
}

/**
 * Whether we call this endpoint. It comes from a browser, so only known push services are called: https, the usual
 * port, no name in front of the host, and no address in place of one.
 */
export function isAllowedEndpoint(endpoint: string, { hosts, sandbox }: AllowedEndpoints): boolean {
  if (endpoint.length > MAX_ENDPOINT_CHARS || !URL.canParse(endpoint)) return false;
  const url = new URL(endpoint);
  // As written and as it will be called: `https://known.example\@other.example` is two things.
  if (url.href !== endpoint || url.hash !== '') return false;
  if (sandbox !== null && endpoint.startsWith(sandbox)) return true;
  if (url.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '') return false;
  return hosts.some((host) =>
    host.startsWith('*.')
      ? url.hostname.endsWith(host.slice(1)) && url.hostname.length >= host.length
      : url.hostname === host,
  );
}
