import type { Db, Tx } from '#db/database.ts';
import { queueJobs } from '#db/outbox.ts';
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

/** With the pauses between them some ten hours: longer than most are away. */
const MAX_ATTEMPTS = 10;
const HANDLED_KEPT_MS = 30 * 86_400_000;
const MAX_ERROR_CHARS = 500;
/** As many as a person reads. */
const TRACED = 20;

/** Something that a provider reported, as its `read` understood it. */
export interface Notice {
  provider: string;
  /** At most 200 characters; the same for the same event, however often it is told. */
  eventId: string;
  kind: string;
  /** JSON, without numbers, addresses or names of people: ids of ours say who it is about. */
  payload: string;
}

/** What a module does about a notice, in the transaction that marks it handled. Throwing has it tried again. */
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
/** Notices that came while others were being written, by database. */
const waiting = new WeakMap<Db, Waiting[]>();
const AT_ONCE = 100;

const isSame = (one: Pick<Kept, 'provider' | 'eventId'>, other: Pick<Kept, 'provider' | 'eventId'>): boolean =>
  one.provider === other.provider && one.eventId === other.eventId;

/** Writes notices and queues their handling, all or none. Those that nobody told before. */
const keepAll = (db: Db, notices: readonly Kept[]): Promise<Pick<Kept, 'provider' | 'eventId'>[]> =>
  db.transaction(async (tx) => {
    const written = await insertNotices(tx, notices);
    await queueJobs(
      tx,
      HANDLE_NOTICE,
      written.map(({ id }) => ({ id })),
      { maxAttempts: MAX_ATTEMPTS },
    );
    return written;
  });

async function writeWaiting(db: Db, queue: Waiting[]): Promise<void> {
  while (queue.length > 0) {
    const batch = queue.splice(0, AT_ONCE);
    const keep = async (some: readonly Waiting[]) => {
      const written = await keepAll(
        db,
        some.map(({ notice }) => notice),
      );
      for (const { notice, done } of some) {
        const at = written.findIndex((one) => isSame(one, notice));
        // Told twice at once: once it is new.
        if (at >= 0) written.splice(at, 1);
        done(at >= 0);
      }
    };
    // One that cannot be written is its teller's trouble, and nobody else's.
    await keep(batch).catch(() => Promise.all(batch.map((one) => keep([one]).catch(one.fail))));
  }
  waiting.delete(db);
}

/**
 * Writes a notice and queues its handling, both or neither; durable when it returns. Those that come while others are written
 * are written together: each would else wait for a commit of its own. False where the provider told it before.
 */
export function takeNotice({ db, now }: Context, notice: Notice): Promise<boolean> {
  return new Promise((done, fail) => {
    const one = { notice: { ...notice, receivedAt: now }, done, fail };
    const queue = waiting.get(db);
    if (queue) return void queue.push(one);
    const begun = [one];
    waiting.set(db, begun);
    void writeWaiting(db, begun);
  });
}

/** Tells a notice to whom it is about, once, however often it is called. Throws what they throw, and keeps its words. */
export async function handleNotice(
  { db, now, handlers }: Context & { handlers: NoticeHandlers },
  id: number,
): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      const notice = await lockNotice(tx, id);
      if (!notice) return;
      const handle = handlers[notice.provider]?.[notice.kind];
      if (!handle) throw new Error(`nobody handles ${notice.kind} of ${notice.provider}`);
      await handle(tx, notice.payload, { now });
      await markHandled(tx, id, now);
    });
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    await saveNoticeError(db, id, words.slice(0, MAX_ERROR_CHARS));
    throw error;
  }
}

/** What waits to be handled, by provider and kind, for metrics. */
export async function noticeBacklog({ db, now }: Context) {
  const waiting = await countWaitingNotices(db);
  return waiting.map(({ oldestAt, ...rest }) => ({
    ...rest,
    oldestSeconds: oldestAt ? Math.max(0, (now.getTime() - oldestAt.getTime()) / 1000) : 0,
  }));
}

/** The notices that wait longest, with why their last try failed, for the operator. */
export const waitingNotices = ({ db }: { db: Db }) => listWaitingNotices(db, TRACED);

/** Clock: forgets what was handled long ago. */
export const forgetHandledNotices = ({ db, now }: Context) =>
  deleteHandledNotices(db, new Date(now.getTime() - HANDLED_KEPT_MS));
