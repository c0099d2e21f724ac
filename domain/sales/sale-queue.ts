import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Db } from '#db/database.ts';
import type { Order } from '#domain/payments/payments.ts';
import { DomainError } from '#shared/domain-error.ts';
import {
  deleteEntries,
  deleteServed,
  findStanding,
  isAnybodyBefore,
  numberEntries,
  setServed,
  touchEntries,
} from './sale-queue.store.ts';
import {
  askAgainMs,
  EMPTY_FOR_MS,
  ENTRY_KEPT_MS,
  ENTRY_SILENT_MS,
  HEARTBEATS_WRITTEN_MS,
  REPLY_WITHIN_MS,
  SERVED_SOON,
  STANDING_READ_MS,
} from './sales.rules.ts';
import type { QueuePosition, SaleQueue } from './sales.types.ts';

// Limited products are sold first come, first served. The queue is a table: the database numbers buyers, many per
// statement, and records heartbeats and who was served. Within a process the lowest waiting number is served, one at
// a time, and no process passes a lower number elsewhere. A position belongs to its buyer, in whichever window or
// process. No request blocks: buyers far back get their position once numbered, others after a moment, and all are
// served regardless.

const MAX_AT_ONCE = 2_000;
const OTHERS_TURN_MS = 25;
/** Lifetime of the cached count of waiting buyers. */
const COUNT_LIFE_MS = 250;

interface Entry {
  buyer: string;
  number: number;
  work: () => Promise<Order>;
  /** Settles once the entry has its number, or numbering failed. */
  numbered: PromiseWithResolvers<void>;
  served: Promise<Order | null>;
  /** Null: none left now, but held ones may be released. */
  resolve: (order: Order | null) => void;
  reject: (error: unknown) => void;
}

/** The queue for one item in this process. */
interface ItemQueue {
  /** Arrival order, not yet numbered. */
  coming: Entry[];
  /** By number. */
  line: Entry[];
  byBuyer: Map<string, Entry>;
  /** Every unserved buyer with a number who asked here: last seen, and last heartbeat written to the database. */
  waiting: Map<string, { number: number; seenMs: number; toldMs: number }>;
  /** Sorted numbers of waiting buyers, cached for position counts. */
  counted: { numbers: number[]; untilMs: number };
  /** Served buyers by time: a repeated request returns their order. */
  served: Map<string, number>;
  /** Numbers that wait in all processes and buyers served by any, as last read. */
  standing: { waiting: Set<number>; served: Set<string>; readAtMs: number };
  reading: Promise<void> | null;
  heartbeatsAtMs: number;
  /** Sold out until this time, for the reason below. */
  emptyUntilMs: number;
  full: DomainError;
  isRunning: boolean;
  /** In progress, in parallel with serving, so that a slow order does not delay numbering. */
  numbering: Promise<void> | null;
}

const isFull = (error: unknown): error is DomainError =>
  error instanceof DomainError && error.errorName === 'quotaFull';

function fullDetail(error: DomainError): { left: number; mayFree: boolean } {
  const { left, may_free: mayFree } = error.detail as { left?: number; may_free?: boolean };
  return { left: left ?? 0, mayFree: mayFree ?? false };
}

function newEntry(buyer: string, work: () => Promise<Order>): Entry {
  const { promise, resolve, reject } = Promise.withResolvers<Order | null>();
  // The caller has already been answered.
  promise.catch(() => undefined);
  return { buyer, number: 0, work, numbered: Promise.withResolvers(), served: promise, resolve, reject };
}

const newItemQueue = (): ItemQueue => ({
  coming: [],
  line: [],
  byBuyer: new Map(),
  waiting: new Map(),
  counted: { numbers: [], untilMs: 0 },
  served: new Map(),
  standing: { waiting: new Set(), served: new Set(), readAtMs: -Infinity },
  reading: null,
  heartbeatsAtMs: 0,
  emptyUntilMs: 0,
  full: new DomainError('quotaFull', { left: 0, may_free: true }),
  isRunning: false,
  numbering: null,
});

function fail(entry: Entry, error: unknown): void {
  entry.reject(error);
  entry.numbered.resolve();
}

/** How many sorted numbers are below a number. */
function countBelow(numbers: readonly number[], number: number): number {
  let [from, to] = [0, numbers.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (numbers[middle]! < number) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Inserts a number into the sorted list or removes it. */
function setCounted({ counted: { numbers } }: ItemQueue, number: number, isAsking: boolean): void {
  const at = countBelow(numbers, number);
  const isThere = numbers[at] === number;
  if (isThere !== isAsking) numbers.splice(at, isThere ? 1 : 0, ...(isThere ? [] : [number]));
}

function forgetOld<T>(known: Map<string, T>, seenMs: (one: T) => number, nowMs: number): void {
  for (const [buyer, one] of known) if (nowMs - seenMs(one) > ENTRY_KEPT_MS) known.delete(buyer);
}

export function createSaleQueue({ db, clock }: { db: Db; clock: () => Date }): SaleQueue {
  const queues = new Map<string, ItemQueue>();
  const nowMs = () => clock().getTime();

  function countedOf(queue: ItemQueue): readonly number[] {
    if (queue.counted.untilMs <= nowMs()) {
      const since = nowMs() - ENTRY_SILENT_MS;
      const asking = new Set(queue.standing.waiting);
      for (const { number, seenMs } of queue.waiting.values()) if (seenMs > since) asking.add(number);
      queue.counted = { numbers: [...asking].toSorted((a, b) => a - b), untilMs: nowMs() + COUNT_LIFE_MS };
    }
    return queue.counted.numbers;
  }

  function positionOf(queue: ItemQueue, buyer: string): QueuePosition {
    const number = queue.waiting.get(buyer)?.number ?? 0;
    const ahead = countBelow(countedOf(queue), number);
    return { number, ahead, everyMs: askAgainMs(randomInt(1_000) / 1_000, ahead) };
  }

  /** Null: too far back, or sold out. */
  async function servedSoon(queue: ItemQueue, entry: Entry): Promise<Order | null> {
    await entry.numbered.promise;
    return positionOf(queue, entry.buyer).ahead < SERVED_SOON ? entry.served : null;
  }

  function leaveWaiting(queue: ItemQueue, { buyer, number }: Entry): void {
    queue.waiting.delete(buyer);
    queue.standing.waiting.delete(number);
    setCounted(queue, number, false);
  }

  async function readStanding(item: string, queue: ItemQueue): Promise<void> {
    const readAtMs = nowMs();
    const { waiting, served } = await findStanding(db, item, new Date(readAtMs - ENTRY_SILENT_MS));
    for (const buyer of served) if (!queue.byBuyer.has(buyer)) queue.waiting.delete(buyer);
    queue.standing = { waiting: new Set(waiting), served: new Set(served), readAtMs };
    queue.counted.untilMs = 0;
  }

  /** Reads at most once a second what other processes did, however many ask. */
  async function keepUp(item: string, queue: ItemQueue): Promise<void> {
    if (nowMs() - queue.standing.readAtMs < STANDING_READ_MS) return;
    queue.reading ??= readStanding(item, queue).finally(() => (queue.reading = null));
    await queue.reading;
  }

  /** Not awaited; what could not be written is written with the next. */
  function writeHeartbeats(queue: ItemQueue): void {
    const at = nowMs();
    if (at - queue.heartbeatsAtMs < HEARTBEATS_WRITTEN_MS) return;
    queue.heartbeatsAtMs = at;
    const seen = [...queue.waiting.values()].filter(({ seenMs, toldMs }) => seenMs > toldMs);
    const told = seen.map(({ number, seenMs }) => ({ number, seenMs }));
    touchEntries(db, told).then(
      () => seen.forEach((one, i) => (one.toldMs = told[i]!.seenMs)),
      () => undefined,
    );
  }

  /** Numbers some of the arrivals and queues them. */
  async function numberSome(item: string, queue: ItemQueue): Promise<void> {
    const come = queue.coming.splice(0, MAX_AT_ONCE);
    const now = clock();
    try {
      const numbers = await numberEntries(db, { item, buyers: come.map(({ buyer }) => buyer), now });
      for (const entry of come) {
        entry.number = numbers.get(entry.buyer) ?? 0;
        queue.waiting.set(entry.buyer, { number: entry.number, seenMs: now.getTime(), toldMs: now.getTime() });
        setCounted(queue, entry.number, true);
      }
    } catch (error) {
      for (const entry of come) {
        queue.byBuyer.delete(entry.buyer);
        fail(entry, error);
      }
      return;
    }
    queue.line = [...queue.line, ...come].toSorted((a, b) => a.number - b.number);
    // Positions without those of other processes are better than none.
    await keepUp(item, queue).catch(() => undefined);
    for (const { numbered } of come) numbered.resolve();
  }

  async function numberAll(item: string, queue: ItemQueue): Promise<void> {
    while (queue.coming.length > 0) await numberSome(item, queue);
    queue.numbering = null;
  }

  /** Whether no earlier buyer, seen recently here or in another process, comes first. */
  async function isTurnOf(item: string, queue: ItemQueue, { number }: Entry): Promise<boolean> {
    const since = nowMs() - ENTRY_SILENT_MS;
    for (const one of queue.waiting.values()) if (one.number < number && one.seenMs > since) return false;
    return !(await isAnybodyBefore(db, { item, number, seenAfter: new Date(since) }));
  }

  function leave(queue: ItemQueue, entry: Entry): void {
    queue.line = queue.line.filter((one) => one !== entry);
    queue.byBuyer.delete(entry.buyer);
  }

  /** Sold out: answers everyone in the queue without the database; they keep their numbers. */
  function tellFull(queue: ItemQueue): void {
    const { mayFree } = fullDetail(queue.full);
    for (const entry of queue.line) {
      queue.byBuyer.delete(entry.buyer);
      if (mayFree) entry.resolve(null);
      else entry.reject(queue.full);
    }
    queue.line = [];
  }

  async function serve(queue: ItemQueue, entry: Entry): Promise<void> {
    try {
      const order = await entry.work();
      leave(queue, entry);
      leaveWaiting(queue, entry);
      queue.served.set(entry.buyer, nowMs());
      entry.resolve(order);
      // Not awaited, here and below; if it fails, the entry is passed once it has been silent long enough.
      setServed(db, entry.number, clock()).catch(() => undefined);
    } catch (error) {
      if (isFull(error) && fullDetail(error).left <= 0) {
        queue.emptyUntilMs = nowMs() + EMPTY_FOR_MS;
        queue.full = error;
        return tellFull(queue);
      }
      // A buyer who asks for more than is left, or may not buy, leaves the queue; otherwise those behind could not get
      // the rest.
      leave(queue, entry);
      entry.reject(error);
      leaveWaiting(queue, entry);
      deleteEntries(db, [entry.number]).catch(() => undefined);
    }
  }

  async function run(item: string, queue: ItemQueue): Promise<void> {
    if (queue.isRunning) return;
    queue.isRunning = true;
    try {
      while (queue.numbering || queue.line.length > 0) {
        const [next] = queue.line;
        if (!next) await queue.numbering;
        else if (queue.emptyUntilMs > nowMs()) tellFull(queue);
        else if (await isTurnOf(item, queue, next)) await serve(queue, next);
        else await wait(OTHERS_TURN_MS);
      }
    } catch (error) {
      // The database is unavailable: nobody is left waiting.
      for (const entry of [...queue.line, ...queue.coming]) fail(entry, error);
      queue.byBuyer.clear();
      queue.line = [];
      queue.coming = [];
    } finally {
      queue.isRunning = false;
      forgetOld(queue.waiting, ({ seenMs }) => seenMs, nowMs());
      forgetOld(queue.served, (servedMs) => servedMs, nowMs());
      // Item names are caller input, so nothing is retained for unsold ones.
      if (queue.coming.length + queue.waiting.size + queue.served.size === 0) queues.delete(item);
    }
  }

  return {
    async pass(item, buyer, { open, work }) {
      const queue = queues.get(item) ?? newItemQueue();
      queues.set(item, queue);
      const known = queue.waiting.get(buyer);
      if (known) known.seenMs = nowMs();
      writeHeartbeats(queue);
      const isEmpty = queue.emptyUntilMs > nowMs() && !queue.byBuyer.has(buyer);
      // Before anyone is refused: another process may have served them.
      if (isEmpty) await keepUp(item, queue).catch(() => undefined);
      if (queue.served.has(buyer) || queue.standing.served.has(buyer)) {
        const order = await open();
        if (order) return order;
        // Their order has ended: they queue again.
        await deleteServed(db, item, buyer);
        queue.served.delete(buyer);
        queue.standing.served.delete(buyer);
      }
      if (isEmpty && !queue.byBuyer.has(buyer)) {
        if (!known) throw queue.full;
        return positionOf(queue, buyer);
      }
      let entry = queue.byBuyer.get(buyer);
      if (!entry) {
        entry = newEntry(buyer, work);
        queue.byBuyer.set(buyer, entry);
        queue.coming.push(entry);
        queue.numbering ??= numberAll(item, queue);
        void run(item, queue);
      }
      const late = Promise.withResolvers<null>();
      const timer = setTimeout(late.resolve, REPLY_WITHIN_MS, null);
      try {
        return (await Promise.race([servedSoon(queue, entry), late.promise])) ?? positionOf(queue, buyer);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
