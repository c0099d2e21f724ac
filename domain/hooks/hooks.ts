import type { Db, Tx } from '#db/database.ts';
import {
  countWaitingNotices,
  deleteHandledNotices,
  insertNotices,
  listWaitingNotices,
  lockNotice,
  markHandled,
  saveNoticeError,
} from './hooks.store.ts';

export const HANDLE_NOTICE = 'handle-hook-notice';

/** With the backoff of the queue about three and a half hours, longer than most outages. */
const MAX_ATTEMPTS = 10;
const HANDLED_KEPT_MS = 30 * 86_400_000;
const MAX_ERROR_CHARS = 500;
/** As many as a person reads. */
const TRACED = 20;

/** A webhook event, as parsed by its `read`. */
export interface Notice {
  provider: string;
  /** Deduplication key: at most 200 characters, the same for every delivery of an event. */
  eventId: string;
  kind: string;
  /** JSON with our own ids. Must not contain phone numbers, addresses or names of people. */
  payload: string;
}

/** Handles a webhook in the transaction that marks it handled. If it throws, the webhook is retried. */
export type NoticeHandler = (tx: Tx, payload: string, on: { now: Date }) => Promise<void>;

/** Handlers by provider and kind. */
export type NoticeHandlers = Readonly<Record<string, Readonly<Record<string, NoticeHandler>>>>;

interface Context {
  db: Db;
  now: Date;
}

type Kept = Notice & { receivedAt: Date };
interface Waiting {
  notice: Kept;
  done: (isNew: boolean) => void;
  fail: (error: unknown) => void;
}
/** Webhooks to be written in the next batch, by database. */
const rooms = new WeakMap<Db, { waiting: Waiting[]; writers: number }>();
const AT_ONCE = 100;
/** The next batch is prepared while the previous one commits. */
const WRITERS = 2;

const isSame = (one: Pick<Notice, 'provider' | 'eventId'>, other: Pick<Notice, 'provider' | 'eventId'>): boolean =>
  one.provider === other.provider && one.eventId === other.eventId;

async function writeTogether(db: Db, batch: readonly Waiting[]): Promise<void> {
  const notices = batch.map(({ notice }) => notice);
  const written = await insertNotices(db, notices, { task: HANDLE_NOTICE, maxAttempts: MAX_ATTEMPTS });
  for (const { notice, done } of batch) {
    const at = written.findIndex((one) => isSame(one, notice));
    // Duplicates within a batch: only one of them counts as new.
    if (at >= 0) written.splice(at, 1);
    done(at >= 0);
  }
}

async function write(db: Db, room: { waiting: Waiting[]; writers: number }): Promise<void> {
  room.writers++;
  while (room.waiting.length > 0) {
    const batch = room.waiting.splice(0, AT_ONCE);
    // If a batch fails, its webhooks are written one by one, so that an invalid one fails alone.
    await writeTogether(db, batch).catch(() =>
      Promise.all(batch.map((one) => writeTogether(db, [one]).catch(one.fail))),
    );
  }
  room.writers--;
}

/**
 * Stores a webhook and queues its handling atomically; durable once resolved. Concurrent webhooks are written in
 * batches, because PostgreSQL serialises commits that notify a worker. False if the provider has delivered the event
 * before.
 */
export function takeNotice({ db, now }: Context, notice: Notice): Promise<boolean> {
  const room = rooms.get(db) ?? { waiting: [], writers: 0 };
  rooms.set(db, room);
  return new Promise((done, fail) => {
    room.waiting.push({ notice: { ...notice, receivedAt: now }, done, fail });
    if (room.writers < WRITERS) void write(db, room);
  });
}

/** Passes a webhook to its handler, once, however often it is called. Rethrows and records the handler's error. */
export async function handleNotice(
  { db, now, handlers }: Context & { handlers: NoticeHandlers },
  id: number,
): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      const notice = await lockNotice(tx, id);
      if (!notice) return;
      const handle = handlers[notice.provider]?.[notice.kind];
      if (!handle) throw new Error(`no handler for webhook "${notice.kind}" of provider "${notice.provider}"`);
      await handle(tx, notice.payload, { now });
      await markHandled(tx, id, now);
    });
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    await saveNoticeError(db, id, words.slice(0, MAX_ERROR_CHARS));
    throw error;
  }
}

/** Unhandled webhooks by provider and kind, for metrics. */
export async function noticeBacklog({ db, now }: Context) {
  const waiting = await countWaitingNotices(db);
  return waiting.map(({ oldestAt, ...rest }) => ({
    ...rest,
    oldestSeconds: oldestAt ? Math.max(0, (now.getTime() - oldestAt.getTime()) / 1000) : 0,
  }));
}

/** The oldest unhandled webhooks with their last errors, for operators. */
export const waitingNotices = ({ db }: { db: Db }) => listWaitingNotices(db, TRACED);

/** Cron: deletes webhooks handled more than 30 days ago. */
export const forgetHandledNotices = ({ db, now }: Context) =>
  deleteHandledNotices(db, new Date(now.getTime() - HANDLED_KEPT_MS));
