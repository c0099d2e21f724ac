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
// statement, and has who was seen when and who was served. Within a process the lowest waiting number is served, one at
// a time, and no process passes a lower number elsewhere. A position belongs to its buyer, in whichever window or
// process. No request blocks: buyers far back get their position once numbered, others after a moment, and all are
// served regardless.

const MOST_AT_ONCE = 2_000;
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
interface Lane {
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

const newLane = (): Lane => ({
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
function setCounted({ counted: { numbers } }: Lane, number: number, isAsking: boolean): void {
  const at = countBelow(numbers, number);
  const isThere = numbers[at] === number;
  if (isThere !== isAsking) numbers.splice(at, isThere ? 1 : 0, ...(isThere ? [] : [number]));
}

function forgetOld<T>(known: Map<string, T>, seenMs: (one: T) => number, nowMs: number): void {
  for (const [buyer, one] of known) if (nowMs - seenMs(one) > ENTRY_KEPT_MS) known.delete(buyer);
}

export function createSaleQueue({ db, clock }: { db: Db; clock: () => Date }): SaleQueue {
  const lanes = new Map<string, Lane>();
  const nowMs = () => clock().getTime();

  function countedOf(lane: Lane): readonly number[] {
    if (lane.counted.untilMs <= nowMs()) {
      const since = nowMs() - ENTRY_SILENT_MS;
      const asking = new Set(lane.standing.waiting);
      for (const { number, seenMs } of lane.waiting.values()) if (seenMs > since) asking.add(number);
      lane.counted = { numbers: [...asking].toSorted((a, b) => a - b), untilMs: nowMs() + COUNT_LIFE_MS };
    }
    return lane.counted.numbers;
  }

  function positionOf(lane: Lane, buyer: string): QueuePosition {
    const number = lane.waiting.get(buyer)?.number ?? 0;
    const ahead = countBelow(countedOf(lane), number);
    return { number, ahead, everyMs: askAgainMs(randomInt(1_000) / 1_000, ahead) };
  }

  /** Null: too far back, or sold out. */
  async function servedSoon(lane: Lane, entry: Entry): Promise<Order | null> {
    await entry.numbered.promise;
    return positionOf(lane, entry.buyer).ahead < SERVED_SOON ? entry.served : null;
  }

  function leaveWaiting(lane: Lane, { buyer, number }: Entry): void {
    lane.waiting.delete(buyer);
    lane.standing.waiting.delete(number);
    setCounted(lane, number, false);
  }

  async function readStanding(item: string, lane: Lane): Promise<void> {
    const readAtMs = nowMs();
    const { waiting, served } = await findStanding(db, item, new Date(readAtMs - ENTRY_SILENT_MS));
    for (const buyer of served) if (!lane.byBuyer.has(buyer)) lane.waiting.delete(buyer);
    lane.standing = { waiting: new Set(waiting), served: new Set(served), readAtMs };
    lane.counted.untilMs = 0;
  }

  /** Reads at most once a second what other processes did, however many ask. */
  async function keepUp(item: string, lane: Lane): Promise<void> {
    if (nowMs() - lane.standing.readAtMs < STANDING_READ_MS) return;
    lane.reading ??= readStanding(item, lane).finally(() => (lane.reading = null));
    await lane.reading;
  }

  /** Not awaited; what could not be written is written with the next. */
  function writeHeartbeats(lane: Lane): void {
    const at = nowMs();
    if (at - lane.heartbeatsAtMs < HEARTBEATS_WRITTEN_MS) return;
    lane.heartbeatsAtMs = at;
    const seen = [...lane.waiting.values()].filter(({ seenMs, toldMs }) => seenMs > toldMs);
    const told = seen.map(({ number, seenMs }) => ({ number, seenMs }));
    touchEntries(db, told).then(
      () => seen.forEach((one, i) => (one.toldMs = told[i]!.seenMs)),
      () => undefined,
    );
  }

  /** Numbers some of the arrivals and queues them. */
  async function numberSome(item: string, lane: Lane): Promise<void> {
    const come = lane.coming.splice(0, MOST_AT_ONCE);
    const now = clock();
    try {
      const numbers = await numberEntries(db, { item, buyers: come.map(({ buyer }) => buyer), now });
      for (const entry of come) {
        entry.number = numbers.get(entry.buyer) ?? 0;
        lane.waiting.set(entry.buyer, { number: entry.number, seenMs: now.getTime(), toldMs: now.getTime() });
        setCounted(lane, entry.number, true);
      }
    } catch (error) {
      for (const entry of come) {
        lane.byBuyer.delete(entry.buyer);
        fail(entry, error);
      }
      return;
    }
    lane.line = [...lane.line, ...come].toSorted((a, b) => a.number - b.number);
    // Positions without those of other processes are better than none.
    await keepUp(item, lane).catch(() => undefined);
    for (const { numbered } of come) numbered.resolve();
  }

  async function numberAll(item: string, lane: Lane): Promise<void> {
    while (lane.coming.length > 0) await numberSome(item, lane);
    lane.numbering = null;
  }

  /** Whether no earlier buyer, seen recently here or in another process, comes first. */
  async function isTurnOf(item: string, lane: Lane, { number }: Entry): Promise<boolean> {
    const since = nowMs() - ENTRY_SILENT_MS;
    for (const one of lane.waiting.values()) if (one.number < number && one.seenMs > since) return false;
    return !(await isAnybodyBefore(db, { item, number, seenAfter: new Date(since) }));
  }

  function leave(lane: Lane, entry: Entry): void {
    lane.line = lane.line.filter((one) => one !== entry);
    lane.byBuyer.delete(entry.buyer);
  }

  /** Sold out: answers everyone in the queue without the database; they keep their numbers. */
  function tellFull(lane: Lane): void {
    const { mayFree } = fullDetail(lane.full);
    for (const entry of lane.line) {
      lane.byBuyer.delete(entry.buyer);
      if (mayFree) entry.resolve(null);
      else entry.reject(lane.full);
    }
    lane.line = [];
  }

  async function serve(lane: Lane, entry: Entry): Promise<void> {
    try {
      const order = await entry.work();
      leave(lane, entry);
      leaveWaiting(lane, entry);
      lane.served.set(entry.buyer, nowMs());
      entry.resolve(order);
      // Not awaited, here and below; if it fails, the entry is passed once it has been silent long enough.
      setServed(db, entry.number, clock()).catch(() => undefined);
    } catch (error) {
      if (isFull(error) && fullDetail(error).left <= 0) {
        lane.emptyUntilMs = nowMs() + EMPTY_FOR_MS;
        lane.full = error;
        return tellFull(lane);
      }
      // A buyer who asks for more than is left, or may not buy, leaves the queue; otherwise those behind could not get
      // the rest.
      leave(lane, entry);
      entry.reject(error);
      leaveWaiting(lane, entry);
      deleteEntries(db, [entry.number]).catch(() => undefined);
    }
  }

  async function run(item: string, lane: Lane): Promise<void> {
    if (lane.isRunning) return;
    lane.isRunning = true;
    try {
      while (lane.numbering || lane.line.length > 0) {
        const [next] = lane.line;
        if (!next) await lane.numbering;
        else if (lane.emptyUntilMs > nowMs()) tellFull(lane);
        else if (await isTurnOf(item, lane, next)) await serve(lane, next);
        else await wait(OTHERS_TURN_MS);
      }
    } catch (error) {
      // The database is unavailable: nobody is left waiting.
      for (const entry of [...lane.line, ...lane.coming]) fail(entry, error);
      lane.byBuyer.clear();
      lane.line = [];
      lane.coming = [];
    } finally {
      lane.isRunning = false;
      forgetOld(lane.waiting, ({ seenMs }) => seenMs, nowMs());
      forgetOld(lane.served, (servedMs) => servedMs, nowMs());
      // Item names are caller input, so nothing is retained for unsold ones.
      if (lane.coming.length + lane.waiting.size + lane.served.size === 0) lanes.delete(item);
    }
  }

  return {
    async pass(item, buyer, { open, work }) {
      const lane = lanes.get(item) ?? newLane();
      lanes.set(item, lane);
      const known = lane.waiting.get(buyer);
      if (known) known.seenMs = nowMs();
      writeHeartbeats(lane);
      const isEmpty = lane.emptyUntilMs > nowMs() && !lane.byBuyer.has(buyer);
      // Before anyone is refused: another process may have served them.
      if (isEmpty) await keepUp(item, lane).catch(() => undefined);
      if (lane.served.has(buyer) || lane.standing.served.has(buyer)) {
        const order = await open();
        if (order) return order;
        // Their order has ended: they queue again.
        await deleteServed(db, item, buyer);
        lane.served.delete(buyer);
        lane.standing.served.delete(buyer);
      }
      if (isEmpty && !lane.byBuyer.has(buyer)) {
        if (!known) throw lane.full;
        return positionOf(lane, buyer);
      }
      let entry = lane.byBuyer.get(buyer);
      if (!entry) {
        entry = newEntry(buyer, work);
        lane.byBuyer.set(buyer, entry);
        lane.coming.push(entry);
        lane.numbering ??= numberAll(item, lane);
        void run(item, lane);
      }
      const late = Promise.withResolvers<null>();
      const timer = setTimeout(late.resolve, REPLY_WITHIN_MS, null);
      try {
        return (await Promise.race([servedSoon(lane, entry), late.promise])) ?? positionOf(lane, buyer);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
