import { memberNow } from '#app/components/frame/member-state.ts';
import { mayMeasure, onConsent } from '#app/components/shell/consent.ts';
import { trackingBase } from '#app/components/shell/tracking-base.ts';
import { trackingCalls } from '#app/tracking-paths.ts';
import { LEFT_OUT } from '#shared/tracking.ts';
import { createKeptReports, type KeptReports } from './kept-reports.ts';
import { randomName } from './random-name.ts';
import { createReportQueue, type Deliver, type ReportCall, type ReportQueue, type Waiting } from './report-queue.ts';

// Reports of this document: one queue, and those left by earlier documents.

/** Interval of sending (K-064). */
const SENT_EACH_MS = 60_000;
const TIMEOUT_MS = 15_000;

let queue: ReportQueue | undefined;
/** Random id of this document, until consent changes. */
let session = '';
const leaving = new Set<() => void>();

const addressOf = (call: ReportCall) => trackingBase() + trackingCalls[call]();

function storage(): KeptReports | null {
  try {
    return mayMeasure() ? createKeptReports(localStorage) : null;
  } catch {
    return null;
  }
}

const deliver: Deliver = async (call, body) => {
  const reply = await fetch(addressOf(call), {
    method: 'POST',
    body,
    // Identity, if any, is in the signed token.
    credentials: 'omit',
    // Continues after the page is left.
    keepalive: true,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const after = Number(reply.headers.get('retry-after') ?? Number.NaN);
  return { status: reply.status, retryAfterS: Number.isFinite(after) ? Math.min(after, 3_600) : null };
};

/** `isAgreed`: consent at creation. What happened before consent is reported as without it. */
const queueOf = (waiting: Waiting, isAgreed: boolean) =>
  createReportQueue({
    waiting,
    deliver,
    keep: (now) => isAgreed && storage()?.write(now),
    token: () => {
      const token = tokenNow();
      const mayName = isAgreed && mayMeasure();
      return token !== null && token !== LEFT_OUT && (mayName || isNameless(token)) ? token : null;
    },
    isLeftOut: () => tokenNow() === LEFT_OUT,
    nowMs: Date.now,
  });

/** It has only a weight. */
const isNameless = (token: string) => token.startsWith('v2.-.');

/** Sampling decision for this document, without pseudonym: drawn at each call, it would count it several times. */
let drawn: string | null = null;

/** From the state call; with a pseudonym only with consent. */
function tokenNow(): string | null {
  const member = memberNow();
  const told =
    member !== null && 'tracking_token' in member && typeof member.tracking_token === 'string'
      ? member.tracking_token
      : null;
  if (told === LEFT_OUT || (told !== null && isNameless(told))) return (drawn ??= told);
  drawn = null;
  return told;
}

const lockOf = (session: string) => `airwave.reports.${session}`;

let letGo: (() => void) | undefined;

/** Holds a lock on this document's id while it lives, so that no other takes over its reports. */
function holdName(): void {
  letGo?.();
  if (!mayMeasure()) return;
  navigator.locks?.request(lockOf(session), () => new Promise<void>((done) => (letGo = done))).catch(() => undefined);
}

/** Sends the reports of closed documents; one of several tabs does it. */
export async function sendLeftBehind(): Promise<void> {
  const kept = storage();
  if (kept === null || !navigator.locks) return;
  for (const name of kept.sessions()) {
    if (name === session) continue;
    await navigator.locks.request(lockOf(name), { ifAvailable: true }, async (lock) => {
      const waiting = lock && kept.read(name);
      if (waiting) await queueOf(waiting, true).flush();
    });
  }
}

function begin(): ReportQueue {
  session = randomName();
  holdName();
  return queueOf({ session, next: 1, reports: [] }, mayMeasure());
}

/** Once per document, with its first report. */
function listen(): void {
  const flush = () => void queue?.flush();
  setInterval(flush, SENT_EACH_MS);
  addEventListener('online', flush);
  const leave = () => {
    for (const listener of leaving) listener();
  };
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) return;
    leave();
    // Many phones send no later event. A response arrives if the page survives.
    flush();
  });
  addEventListener('pagehide', () => {
    leave();
    queue?.farewell((call, body) => navigator.sendBeacon(addressOf(call), body));
    // Browsers do not put pages with a lock into the back/forward cache.
    letGo?.();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    holdName();
    flush();
  });
  // Activity under different consent is not reported under the same id.
  onConsent(() => {
    leave();
    flush();
    queue = undefined;
  });
}

function queueHere(): ReportQueue {
  if (session === '') listen();
  return (queue ??= begin());
}

export const report: ReportQueue['note'] = (...args) => queueHere().note(...args);

/** Sends pending reports at once. */
export const sendReports = (): void => void queue?.flush();

/** Calls the listener before the page is left or hidden, for final reports. */
export function onLeaving(listener: () => void): void {
  leaving.add(listener);
}
