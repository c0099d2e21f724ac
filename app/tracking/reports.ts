import { memberNow } from '#app/components/frame/member-state.ts';
import { mayMeasure, onConsent } from '#app/components/shell/consent.ts';
import { trackingBase } from '#app/components/shell/tracking-base.ts';
import { trackingCalls } from '#app/tracking-paths.ts';
import { createKeptReports, type KeptReports } from './kept-reports.ts';
import { randomName } from './random-name.ts';
import { createReportQueue, type Deliver, type ReportCall, type ReportQueue, type Waiting } from './report-queue.ts';

// The reports of this document: one queue, and what of others before it was left behind.

/** How often what was tracked is sent (K-064). */
const SENT_EACH_MS = 60_000;
const TIMEOUT_MS = 15_000;

let queue: ReportQueue | undefined;
/** The name of this document, until its visitor chooses otherwise. */
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
    // Who it is stands in the signed token, if at all.
    credentials: 'omit',
    // It goes on where the page does not.
    keepalive: true,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const after = Number(reply.headers.get('retry-after') ?? Number.NaN);
  return { status: reply.status, retryAfterS: Number.isFinite(after) ? Math.min(after, 3_600) : null };
};

/** `isAgreed`: when it was begun. What was done before somebody agreed is told as it was done. */
const queueOf = (waiting: Waiting, isAgreed: boolean) =>
  createReportQueue({
    waiting,
    deliver,
    keep: (now) => isAgreed && storage()?.write(now),
    token: () => (isAgreed && mayMeasure() ? tokenNow() : null),
    nowMs: Date.now,
  });

/** Of the state call; nobody signs for who did not agree. */
function tokenNow(): string | null {
  const member = memberNow();
  return member !== null && 'tracking_token' in member && typeof member.tracking_token === 'string'
    ? member.tracking_token
    : null;
}

const lockOf = (session: string) => `airwave.reports.${session}`;

let letGo: (() => void) | undefined;

/** Holds the name of this document while it lives, so that no other takes what it keeps for left behind. */
function holdName(): void {
  letGo?.();
  if (!mayMeasure()) return;
  navigator.locks?.request(lockOf(session), () => new Promise<void>((done) => (letGo = done))).catch(() => undefined);
}

/** Sends what documents left behind that are no more; of several tabs one does. */
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

/** Once a document, with its first report. */
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
    // Many a telephone says no more than this. An answer comes where the page lives on.
    flush();
  });
  addEventListener('pagehide', () => {
    leave();
    queue?.farewell((call, body) => navigator.sendBeacon(addressOf(call), body));
    // A browser keeps no page for later that holds a lock.
    letGo?.();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    holdName();
    flush();
  });
  // What is done under another choice is not told under the same name.
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

/** Sends at once what waits. */
export const sendReports = (): void => void queue?.flush();

/** Calls before the page is left or hidden, so that what is not reported yet can be. */
export function onLeaving(listener: () => void): void {
  leaving.add(listener);
}
