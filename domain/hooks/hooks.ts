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
/** What comes while others are being written, by database. */
const rooms = new WeakMap<Db, { waiting: Waiting[]; writers: number }>();
const AT_ONCE = 100;
/** One batch is read and proved while the one before it is committed. */
const WRITERS = 2;

const isSame = (one: Pick<Notice, 'provider' | 'eventId'>, other: Pick<Notice, 'provider' | 'eventId'>): boolean =>
  one.provider === other.provider && one.eventId === other.eventId;

async function writeTogether(db: Db, batch: readonly Waiting[]): Promise<void> {
  const notices = batch.map(({ notice }) => notice);
  const written = await insertNotices(db, notices, { task: HANDLE_NOTICE, maxAttempts: MAX_ATTEMPTS });
  for (const { notice, done } of batch) {
    const at = written.findIndex((one) => isSame(one, notice));
    // Told twice at once: once it is new.
    if (at >= 0) written.splice(at, 1);
    done(at >= 0);
  }
}

async function write(db: Db, room: { waiting: Waiting[]; writers: number }): Promise<void> {
  room.writers++;
  while (room.waiting.length > 0) {
    const batch = room.waiting.splice(0, AT_ONCE);
    // One that cannot be written is its teller's trouble, and nobody else's.
    await writeTogether(db, batch).catch(() =>
      Promise.all(batch.map((one) => writeTogether(db, [one]).catch(one.fail))),
    );
  }
  room.writers--;
}

/**
 * Writes a notice and queues its handling, both or neither; durable when it returns. Those that come while others are written
 * are written together: PostgreSQL commits what wakes a worker one after another. False where the provider told it before.
 */
export function takeNotice({ db, now }: Context, notice: Notice): Promise<boolean> {
  const room = rooms.get(db) ?? { waiting: [], writers: 0 };
  rooms.set(db, room);
  return new Promise((done, fail) => {
    room.waiting.push({ notice: { ...notice, receivedAt: now }, done, fail });
    if (room.writers < WRITERS) void write(db, room);
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
