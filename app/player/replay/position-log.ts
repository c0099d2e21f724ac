import { SHARED_KEYS } from '#app/storage-keys.ts';
import { MIN_PLAYED_MS } from './heard-motion.ts';

/**
 * A member's positions in replays until the server has them. Stored in the browser, so that they survive a closed tab
 * or a lost connection.
 */
export interface PositionLog {
  /** This browser's own random identifier. */
  deviceKey: string;
  note: (position: NotedPosition) => void;
  /** Positions to send now, oldest first; unchanged until acknowledged. */
  report: (memberId: number) => PositionReport;
  acknowledge: (memberId: number, sequence: number) => void;
  /** A sequence number is used by another event: renumber from a free one. */
  renumber: (taken: { sequence: number; next_sequence: number }) => void;
}

interface NotedPosition {
  memberId: number;
  streamId: number;
  /** The position: an instant of the stream. */
  atMs: number;
  /** Audio played since the last position. */
  movedMs: number;
  heard: readonly Span[];
}
type Span = readonly [fromMs: number, toMs: number];

interface PositionReport {
  device_key: string;
  sent_ts: number;
  places: {
    sequence: number;
    stream_id: number;
    at_ts: number;
    age_s: number | null;
    clock_ts: number;
    moved_s: number;
    heard: [number, number][];
  }[];
}

interface StoredPosition extends Omit<NotedPosition, 'heard'> {
  sequence: number;
  heard: Span[];
  /** The device clock, and the monotonic clock, which restarts with each page. */
  clockMs: number;
  steadyMs: number;
  page: number;
  wasSent: boolean;
}
interface Kept {
  deviceKey: string;
  next: number;
  places: StoredPosition[];
}

/** Storage of positions; null if the browser has none. */
export function positionStorage(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

/** Maximum queued positions: beyond that the last one absorbs new ones. */
const WAITING = 10;
const MAX_KEPT = 40;
const HEARD_SPANS = 20;
const MAX_MOVED_MS = 86_400_000;
const FORMS_ONE_MS = 500;

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' && value !== null && 'deviceKey' in value && 'next' in value && 'places' in value;

export function createPositionLog(storage: Pick<Storage, 'getItem' | 'setItem'> | null): PositionLog {
  const page = performance.timeOrigin;
  let memory: Kept = { deviceKey: crypto.randomUUID(), next: 1, places: [] };

  // Other tabs count too, so storage is read each time.
  const read = (): Kept => {
    try {
      const value: unknown = JSON.parse(storage?.getItem(SHARED_KEYS.positions) ?? 'null');
      if (isKept(value)) memory = value;
    } catch {
      // Without storage, or if it is corrupt, this page counts for itself.
    }
    return memory;
  };
  const write = (kept: Kept) => {
    memory = kept;
    try {
      storage?.setItem(SHARED_KEYS.positions, JSON.stringify(kept));
    } catch {
      // A full storage keeps its previous contents.
    }
  };

  const { deviceKey } = read();
  write(memory);

  return {
    deviceKey,
    note: ({ heard, movedMs, ...position }) => {
      const kept = read();
      const now = { clockMs: Date.now(), steadyMs: performance.now(), page };
      const last = kept.places.at(-1);
      const takesIn =
        last !== undefined &&
        !last.wasSent &&
        last.streamId === position.streamId &&
        last.memberId === position.memberId &&
        kept.places.filter(({ wasSent }) => !wasSent).length >= WAITING;
      if (takesIn) {
        const both = {
          ...last,
          ...position,
          ...now,
          // Audio too short for a position has already been carried over by the caller.
          movedMs: Math.min((last.movedMs < MIN_PLAYED_MS ? 0 : last.movedMs) + movedMs, MAX_MOVED_MS),
          heard: joined([...last.heard, ...heard]),
        };
        return write({ ...kept, places: [...kept.places.slice(0, -1), both] });
      }
      const added = { ...position, ...now, movedMs, heard: joined(heard), sequence: kept.next, wasSent: false };
      write({ ...kept, next: kept.next + 1, places: [...kept.places, added].slice(-MAX_KEPT) });
    },
    report: (memberId) => {
      const kept = read();
      // Another member's positions wait until they are back.
      const mine = kept.places.filter((position) => position.memberId === memberId);
      const again = mine.filter(({ wasSent }) => wasSent);
      const sent = again.length > 0 ? again : mine;
      const numbers = new Set(sent.map(({ sequence }) => sequence));
      write({
        ...kept,
        places: kept.places.map((position) =>
          numbers.has(position.sequence) ? { ...position, wasSent: true } : position,
        ),
      });
      return {
        device_key: deviceKey,
        sent_ts: Date.now() / 1000,
        places: sent.map((position) => wireOf(position, page)),
      };
    },
    acknowledge: (memberId, sequence) => {
      const kept = read();
      const isDone = (position: StoredPosition) =>
        position.memberId === memberId && position.wasSent && position.sequence <= sequence;
      write({ ...kept, places: kept.places.filter((position) => !isDone(position)) });
    },
    renumber: ({ sequence, next_sequence: free }) => {
      const kept = read();
      let next = free;
      const places = kept.places.map((position) =>
        position.sequence < sequence ? position : { ...position, sequence: next++ },
      );
      write({ ...kept, next: Math.max(next, kept.next), places });
    },
  };
}

/** Merges adjacent spans. If there are too many, keeps the newest. */
function joined(spans: readonly Span[]): Span[] {
  const out: Span[] = [];
  for (const [from, to] of spans) {
    const [fromMs, toMs] = [Math.round(from), Math.round(to)];
    if (toMs <= fromMs) continue;
    const last = out.at(-1);
    if (last && Math.abs(fromMs - last[1]) < FORMS_ONE_MS) out[out.length - 1] = [last[0], toMs];
    else out.push([fromMs, toMs]);
  }
  return out.slice(-HEARD_SPANS);
}

function wireOf(position: StoredPosition, page: number): PositionReport['places'][number] {
  return {
    sequence: position.sequence,
    stream_id: position.streamId,
    at_ts: position.atMs / 1000,
    age_s: position.page === page ? Math.max(0, performance.now() - position.steadyMs) / 1000 : null,
    clock_ts: position.clockMs / 1000,
    moved_s: position.movedMs / 1000,
    heard: position.heard.map(([from, to]) => [from / 1000, to / 1000]),
  };
}
