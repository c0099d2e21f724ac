import type { Db } from '#db/database.ts';
import { queueJob } from '#db/outbox.ts';
import { dayHkOf } from '#shared/hk-time.ts';
import { stillApplies } from './causes.ts';
import { payloadOf, SEND_PUSH, topicOf } from './messages.ts';
import {
  countSent,
  delayDeliveries,
  deleteDeliveries,
  endMessages,
  fanOutBatch,
  findDue,
  findMessages,
  findNextDue,
  releaseClaimed,
  lockUnfanned,
  takeDeliveries,
  type Due,
  type Message,
} from './messages.store.ts';
import type { SendingServices } from './push-services.ts';
import { judge, outcomeOf, type Outcome } from './push.rules.ts';
import { deleteSubscriptions, noteRefusals, noteSuccess } from './push.store.ts';

/** Requests in flight. */
const AT_ONCE = 128;
/** Receivers written down, and deliveries taken, in one transaction. */
const BATCH = 500;
/** More are taken once fewer than this wait in memory. */
const LOW = 250;
/** Answers are stored once there are this many, and at each tick. */
const STORED_AT_ONCE = 100;
/** Requests in flight and answers not stored: as many may be sent again after a kill. */
const UNSTORED = 256;
/** While requests are in flight, the database is asked this often for something more urgent. */
const TICK_MS = 250;
/** A browser that refuses this many messages in a row, with something else than "gone", is forgotten. */
const MAX_REFUSALS = 20;

interface Work {
  due: Due;
  message: Message;
}
type Answered = Work & { outcome: Outcome };

/** Writes down the next receivers of a message, the most urgent first. */
function fanOut(db: Db, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    const message = await lockUnfanned(tx);
    if (message === null) return false;
    if (message.expiresAt <= now || !(await stillApplies({ db: tx, now }, message))) {
      await endMessages(tx, [message.id], now);
      return true;
    }
    await fanOutBatch(tx, message, { limit: BATCH, now });
    return true;
  });
}

/** Takes what is due and may be sent; the rest is dropped, or waits for the end of quiet hours. */
function takeDue(db: Db, now: Date): Promise<{ work: Work[]; seen: number }> {
  return db.transaction(async (tx) => {
    const due = await findDue(tx, now, BATCH);
    const messages = await findMessages(tx, [...new Set(due.map(({ messageId }) => messageId))]);
    // One after another, as a transaction has one connection.
    const current = new Map<number, Message>();
    for (const message of messages) if (await stillApplies({ db: tx, now }, message)) current.set(message.id, message);
    await endMessages(
      tx,
      messages.filter(({ id }) => !current.has(id)).map(({ id }) => id),
      now,
    );
    const today = dayHkOf(now);
    const told = new Map<number, number>();
    const taken: (Work & { counts: boolean })[] = [];
    const dropped: Due[] = [];
    const held: (Due & { until: Date })[] = [];
    for (const one of due) {
      const message = current.get(one.messageId);
      if (message === undefined) continue;
      const { subscription: settings, subscriptionId: id, isCounted } = one;
      const toldToday = told.get(id) ?? (one.toldDayHk === today ? one.toldCount : 0);
      const verdict = judge({ message, settings, toldToday, isCounted }, now);
      if (verdict.does === 'drop') dropped.push(one);
      else if (verdict.does === 'wait') held.push({ ...one, until: verdict.until });
      else {
        taken.push({ due: one, message, counts: verdict.counts });
        told.set(id, toldToday + Number(verdict.counts));
      }
    }
    await takeDeliveries(
      tx,
      taken.map(({ due: { messageId, subscriptionId }, counts }) => ({ messageId, subscriptionId, counts })),
      today,
    );
    await delayDeliveries(tx, held, { isTry: false });
    await deleteDeliveries(tx, dropped);
    return { work: taken, seen: due.length };
  });
}

/** Stores what push services answered. */
async function store(db: Db, answered: readonly Answered[], now: Date): Promise<void> {
  if (answered.length === 0) return;
  const of = (is: Outcome['is']) => answered.filter(({ outcome }) => outcome.is === is).map(({ due }) => due);
  const idsOf = (all: readonly Due[]) => [...new Set(all.map(({ subscriptionId }) => subscriptionId))];
  const at = (is: 'later' | 'paused') =>
    answered.flatMap(({ due, outcome }) => (outcome.is === is ? [{ ...due, until: outcome.at }] : []));
  const [sent, refused] = [of('sent'), of('refused')];
  await db.transaction(async (tx) => {
    await deleteDeliveries(tx, [...sent, ...refused, ...of('missed')]);
    await delayDeliveries(tx, at('later'), { isTry: true });
    await delayDeliveries(tx, at('paused'), { isTry: false });
    await countSent(
      tx,
      sent.map(({ messageId }) => messageId),
    );
    await noteSuccess(tx, idsOf(sent), now);
    await noteRefusals(tx, idsOf(refused), MAX_REFUSALS);
    await deleteSubscriptions(tx, idsOf(of('gone')));
  });
}

interface SendRun {
  services: SendingServices;
  clock: () => Date;
  /** Nothing more is taken: the process stops, or lost the lock. */
  isOver: () => boolean;
}

/** Sends until nothing is due, a bounded number at once. */
function sendAll({ services, clock, isOver }: SendRun): Promise<void> {
  const { db, send, secretKey } = services;
  const waiting: Work[] = [];
  let answered: Answered[] = [];
  /** Answers that are being stored. */
  let storing = 0;
  /** Push services that asked for a pause, by origin. */
  const paused = new Map<string, Date>();
  let inFlight = 0;
  let isDry = false;
  let isBusy = false;
  let fault: { error: unknown } | null = null;

  return new Promise((resolve, reject) => {
    const tick = setInterval(() => {
      isDry = false;
      pump();
    }, TICK_MS);

    async function refill(): Promise<void> {
      const stored = answered;
      answered = [];
      storing = stored.length;
      await store(db, stored, clock());
      storing = 0;
      if (isOver() || fault !== null || waiting.length >= LOW) return;
      const hasMore = await fanOut(db, clock());
      const { work, seen } = await takeDue(db, clock());
      waiting.push(...work);
      isDry = !hasMore && seen === 0;
    }

    async function sendOne({ due, message }: Work): Promise<void> {
      const { subscription, subscriptionId, attempts } = due;
      const { expiresAt, isUrgent } = message;
      const now = clock();
      const { origin } = new URL(subscription.endpoint);
      const until = paused.get(origin);
      if (until !== undefined && until > now) {
        answered.push({ due, message, outcome: { is: 'paused', at: until } });
        return;
      }
      const answer = await send({
        endpoint: subscription.endpoint,
        p256dh: subscription.p256dh,
        auth: subscription.auth,
        payload: payloadOf(message, subscriptionId, secretKey),
        ttlSeconds: Math.max(0, Math.floor((expiresAt.getTime() - now.getTime()) / 1_000)),
        isUrgent,
        topic: topicOf(message),
      });
      const outcome = outcomeOf(answer, { attempts, expiresAt }, clock());
      // 429 concerns the whole station, not one browser.
      if (answer !== 'silent' && answer.status === 429 && outcome.is === 'later') paused.set(origin, outcome.at);
      answered.push({ due, message, outcome });
    }

    function pump(): void {
      while (inFlight < AT_ONCE && inFlight + answered.length + storing < UNSTORED && !isOver() && fault === null) {
        const work = waiting.shift();
        if (work === undefined) break;
        inFlight += 1;
        void sendOne(work)
          .catch((error: unknown) => (fault ??= { error }))
          .finally(() => {
            inFlight -= 1;
            pump();
          });
      }
      const isStopping = isOver() || fault !== null;
      const isEnded = inFlight === 0 && (isStopping || waiting.length === 0);
      const wantsMore = !isStopping && !isDry && waiting.length < LOW;
      const mustStore = answered.length >= STORED_AT_ONCE || (isEnded && answered.length > 0);
      if (!isBusy && (wantsMore || mustStore)) {
        isBusy = true;
        void refill()
          .catch((error: unknown) => (fault ??= { error }))
          .finally(() => {
            isBusy = false;
            pump();
          });
        return;
      }
      if (isBusy || !isEnded) return;
      clearInterval(tick);
      if (fault === null) resolve();
      else reject(fault.error as Error);
    }
    pump();
  });
}

/**
 * Sends what is due, in one process at a time. A killed one loses its lock with its connection; the next releases what
 * it had claimed. So nobody is missed, and a message in flight at that moment may reach a push service twice, which
 * replaces it by its topic, as the browser does by its tag.
 */
export async function sendDue(services: SendingServices, clock: () => Date, signal: AbortSignal): Promise<void> {
  const { db } = services;
  for (;;) {
    const lock = await services.acquireSenderLock();
    if (lock === null) return;
    try {
      await releaseClaimed(db);
      await sendAll({ services, clock, isOver: () => signal.aborted || !lock.isHeld() });
    } finally {
      await lock.release();
    }
    const next = await findNextDue(db);
    const now = clock();
    // Messages queued meanwhile found the lock held.
    if (!signal.aborted && (next.hasUnfanned || (next.dueAt !== null && next.dueAt <= now))) continue;
    const { dueAt } = next;
    if (dueAt !== null)
      await db.transaction((tx) => queueJob(tx, SEND_PUSH, {}, { jobKey: `${SEND_PUSH}:later`, runAt: dueAt }));
    return;
  }
}
