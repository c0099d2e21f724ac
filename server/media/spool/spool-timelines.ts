import { isDeepStrictEqual } from 'node:util';
import type { Db } from '#db/database.ts';
import {
  readTimeline,
  REWIND_GRACE_MS,
  type SpooledWaiting,
  type StoredSegment,
  type TimelineState,
} from '#domain/media/media.ts';
import type { NamedSegment } from '#domain/media/encoder-playlist.rules.ts';
import type { RenditionName } from '#domain/media/renditions.rules.ts';
import {
  endAt,
  MAX_WAITING,
  nameWaiting,
  placeReady,
  stillAwaited,
  type TimelineEnd,
} from '#domain/media/settling/settling.rules.ts';
import { endOf, type Edge } from '#domain/media/timeline.rules.ts';
import type { SegmentIndex } from '#server/media/segment-index.ts';
import { positionOfKey, type SpoolMessage } from '#server/media/spool/spool-message.ts';

/** A segment without a start time is dropped after this, as in the tables. */
const WAITING_LIFE_MS = 600_000;
const RETRY_MS = 1_000;
/** Ids of waiting segments not yet in the tables are above those of the tables. */
const FIRST_OWN_ID = 2 ** 52;
/** Reads of outdated tables before their state is accepted as the new one. */
const MAX_STALE_READS = 5;
const MAX_RECENT = 100;

/** What a push did to the timeline, as far as this process knows. */
export interface SpoolSettled {
  appended: StoredSegment[];
  ahead: number;
  newestEndsAt: number | undefined;
  edge: Edge | undefined;
}

interface Timeline {
  streamId: number;
  rendition: RenditionName;
  end: TimelineEnd;
  waiting: Map<number, SpooledWaiting[]>;
  awaited: Map<number, NamedSegment[]>;
  /** Messages that are not known to be in the tables, in order. */
  tail: SpoolMessage[];
  /** Numbers of the last messages, in order. */
  recent: number[];
  /** The last message that was applied. */
  applied: number;
  /** The last message that is known to be in the tables. */
  settled: number;
  /** Sequence number up to which the index is known to agree with the tables, exclusive. */
  confirmed: number;
  /** The highest sequence number that the tables reported. */
  reported: number;
  staleReads: number;
  /** Whether what the tables lost was settled again from the log. */
  isSettledAgain: boolean;
  isRead: boolean;
  isWanted: boolean;
  reading: Promise<void> | undefined;
}

export interface SpoolTimelines {
  /** Applies the next message of the log, at once if the tables have been read. */
  apply(message: SpoolMessage): void;
  /** The tables have this segment. */
  noticed(segment: StoredSegment): Promise<void>;
  /** The previous message of its timeline. Undefined: unknown. */
  before(message: SpoolMessage): number | undefined;
  /** Reads a timeline before its first message. */
  open(of: { streamId: number; rendition: RenditionName }): Promise<void>;
  /** Reads the tables again: all, or those of one stream. */
  refresh(streamId?: number): Promise<void>;
  /** The log has restarted its numbering. */
  begin(epoch: number): void;
  /** Messages that are not known to be in the tables, in order. */
  unsettled(): SpoolMessage[];
  stop(): void;
}

/**
 * The timelines as each process derives them: the state of the tables, and the messages since then applied by the
 * rules for writing them. If both differ, such as after a push that was written directly, the tables win.
 */
export function createSpoolTimelines({
  db,
  index,
  windowMs,
  now,
  settleAgain,
  onApplied,
  onFault,
  onChanged,
}: {
  db: Db;
  index: SegmentIndex;
  windowMs: number;
  now: () => Date;
  /** Settles messages of a timeline up to a number again, as far as the tables lack them and the log has them. */
  settleAgain: (of: { streamId: number; rendition: RenditionName }, last: number) => Promise<void>;
  /** A message was applied; undefined: the tables had it before. */
  onApplied: (message: SpoolMessage, settled: SpoolSettled | undefined) => void;
  /** Called once when the tables become unreadable. */
  onFault: (error: unknown) => void;
  /** The index served other segments than the tables have. */
  onChanged: (of: { streamId: number; rendition: RenditionName; sequence: number }) => void;
}): SpoolTimelines {
  const timelines = new Map<string, Timeline>();
  const retries = new Map<Timeline, NodeJS.Timeout>();
  let isFaulty = false;
  let epoch = 0;
  let isStopped = false;

  function timelineOf({ streamId, rendition }: { streamId: number; rendition: RenditionName }): Timeline {
    const key = `${streamId}/${rendition}`;
    let timeline = timelines.get(key);
    if (timeline === undefined) {
      timeline = {
        streamId,
        rendition,
        end: { nextSequence: 0, run: 0, edge: undefined, switching: undefined },
        waiting: new Map(),
        awaited: new Map(),
        tail: [],
        recent: [],
        applied: 0,
        settled: 0,
        confirmed: 0,
        reported: -1,
        staleReads: 0,
        isSettledAgain: false,
        isRead: false,
        isWanted: false,
        reading: undefined,
      };
      timelines.set(key, timeline);
    }
    return timeline;
  }

  /** Mirrors `settleSpooled`. */
  function reduce(timeline: Timeline, { takenAtMs, feed, push, storageKey, sequence: id }: SpoolMessage): SpoolSettled {
    const { encoder } = feed;
    const { end, streamId, rendition } = timeline;
    if (push.kind === 'init') return { appended: [], ahead: 0, newestEndsAt: undefined, edge: end.edge };
    const mine = (timeline.waiting.get(encoder.id) ?? []).filter((one) => takenAtMs - one.takenAtMs < WAITING_LIFE_MS);
    if (push.kind === 'segment') {
      const { file, initId, durationMs, mediaStartMs, startsAt } = push;
      const base = { encoderId: encoder.id, file, initId, durationMs, mediaStartMs, startsAt, waits: 0 };
      mine.push({ ...base, id: FIRST_OWN_ID + id, storageKey, takenAtMs });
      mine.splice(0, mine.length - MAX_WAITING);
    }
    const names = push.kind === 'playlist' ? push.names : (timeline.awaited.get(encoder.id) ?? []);
    const seen = endAt(end, takenAtMs);
    const { ready, named, held } = nameWaiting(mine, names, seen.edge, push.kind === 'playlist');
    const settled = placeReady(
      ready,
      ready.map(({ startsAt }) => index.siblingDiscontinuityAt(timeline, startsAt)),
      seen,
      { now: takenAtMs, windowMs: encoder.stream.windowMs ?? windowMs, targetMs: encoder.stream.targetMs },
    );
    const { appended, standby, dropped, ahead, newestEndsAt } = settled;
    timeline.end = { ...settled.end, switching: seen.switching === undefined ? end.switching : settled.end.switching };
    const gone = new Set([...dropped, ...appended.map(({ segment }) => segment.id)]);
    const starts = new Map(
      standby.filter((one) => named.has(one.segment.id)).map((one) => [one.segment.id, one.startsAt]),
    );
    timeline.waiting.set(
      encoder.id,
      mine
        .filter((one) => !gone.has(one.id))
        .map((one) => ({
          ...one,
          startsAt: starts.get(one.id) ?? one.startsAt,
          waits: held.includes(one.id) ? 1 : one.waits,
        })),
    );
    timeline.awaited.set(encoder.id, stillAwaited(names, settled.end.edge));
    return {
      appended: appended.map(({ segment, startsAt, sequence, discontinuity }) => ({
        streamId,
        rendition,
        sequence,
        discontinuity,
        startsAt,
        durationMs: segment.durationMs,
        initId: segment.initId,
        storageKey: segment.storageKey,
      })),
      ahead,
      newestEndsAt,
      edge: settled.end.edge,
    };
  }

  function applied(timeline: Timeline, message: SpoolMessage, settled: SpoolSettled | undefined): void {
    timeline.applied = message.sequence;
    onApplied(message, settled);
  }

  function dropSettled(timeline: Timeline, sequence: number): void {
    timeline.settled = Math.max(timeline.settled, sequence);
    const first = timeline.tail.findIndex((message) => message.sequence > timeline.settled);
    timeline.tail.splice(0, first < 0 ? timeline.tail.length : first);
  }

  const settledIn = ({ spooled }: TimelineState): number => (spooled?.epoch === epoch ? spooled.sequence : 0);

  /** Whether a state lacks what the tables reported, as an earlier read may. */
  const isStale = (timeline: Timeline, state: TimelineState): boolean =>
    settledIn(state) < timeline.settled || state.end.nextSequence <= timeline.reported;

  /** Continues from the tables with the messages that they lack. */
  function adopt(timeline: Timeline, from: number, state: TimelineState): void {
    const settled = settledIn(state);
    Object.assign(timeline, { staleReads: 0, isSettledAgain: false, settled, reported: state.end.nextSequence - 1 });
    timeline.end = state.end;
    timeline.waiting = Map.groupBy(state.waiting, (one) => one.encoderId);
    timeline.awaited = new Map(state.awaited.map((one) => [one.encoderId, one.awaited]));
    dropSettled(timeline, settled);
    timeline.isRead = true;
    const known = timeline.applied;
    const done = timeline.tail.map((message) => ({ message, settled: reduce(timeline, message) }));
    const placed = done.flatMap((one) => one.settled.appended);
    timeline.confirmed = Math.max(from, state.end.nextSequence);
    if (!index.replace(timeline, from, [...state.segments, ...placed]))
      onChanged({ streamId: timeline.streamId, rendition: timeline.rendition, sequence: from });
    for (const { message, settled: its } of done) if (message.sequence > known) applied(timeline, message, its);
  }

  async function readOnce(timeline: Timeline): Promise<void> {
    if (!timeline.isRead) {
      await index.load(timeline);
      const last = index.track(timeline.streamId, timeline.rendition).segments.at(-1);
      const state = await readTimeline(db, timeline, last && last.sequence + 1);
      adopt(timeline, last === undefined ? state.end.nextSequence : last.sequence + 1, state);
      return;
    }
    const { segments } = index.track(timeline.streamId, timeline.rendition);
    const last = segments.find(({ sequence }) => sequence === timeline.confirmed - 1);
    // The tables keep a segment for an hour at least.
    const known = last !== undefined && endOf(last) > now().getTime() - REWIND_GRACE_MS ? last : undefined;
    const from = known?.sequence ?? timeline.confirmed;
    const state = await readTimeline(db, timeline, from);
    if (isStale(timeline, state) && ++timeline.staleReads < MAX_STALE_READS) {
      timeline.isWanted = true;
      return;
    }
    // After a failover the tables may lack the last moment for good. The log still has it.
    if (isStale(timeline, state) && !timeline.isSettledAgain) {
      await settleAgain(timeline, timeline.settled);
      timeline.isSettledAgain = true;
      timeline.isWanted = true;
      return;
    }
    const isSame = !isStale(timeline, state) && (known === undefined || isDeepStrictEqual(state.segments[0], known));
    if (isSame) return adopt(timeline, from, state);
    const first = segments[0]?.sequence ?? from;
    adopt(timeline, first, await readTimeline(db, timeline, first));
  }

  function retry(timeline: Timeline): void {
    clearTimeout(retries.get(timeline));
    retries.set(
      timeline,
      setTimeout(() => void read(timeline), RETRY_MS),
    );
  }

  function read(timeline: Timeline): Promise<void> {
    timeline.isWanted = true;
    timeline.reading ??= (async () => {
      try {
        while (timeline.isWanted && !isStopped) {
          timeline.isWanted = false;
          await readOnce(timeline);
          isFaulty = false;
        }
      } catch (error) {
        if (!isFaulty) onFault(error);
        isFaulty = true;
        if (!isStopped) retry(timeline);
      } finally {
        timeline.reading = undefined;
      }
    })();
    return timeline.reading;
  }

  return {
    apply(message) {
      const { encoder, rendition } = message.feed;
      const timeline = timelineOf({ streamId: encoder.stream.id, rendition });
      timeline.recent.push(message.sequence);
      if (timeline.recent.length > MAX_RECENT) timeline.recent.shift();
      if (message.sequence <= timeline.settled) return applied(timeline, message, undefined);
      timeline.tail.push(message);
      if (!timeline.isRead) return void read(timeline);
      const settled = reduce(timeline, message);
      for (const segment of settled.appended) if (!index.extend(segment)) void read(timeline);
      applied(timeline, message, settled);
    },
    async noticed(segment) {
      const timeline = timelineOf(segment);
      const { sequence, storageKey } = segment;
      timeline.reported = Math.max(timeline.reported, sequence);
      if (timeline.isRead && sequence < timeline.end.nextSequence && index.extend(segment)) {
        timeline.confirmed = Math.max(timeline.confirmed, sequence + 1);
        const position = positionOfKey(storageKey);
        if (position?.epoch === epoch) dropSettled(timeline, position.sequence);
        return;
      }
      await index.add(segment);
      await read(timeline);
    },
    before({ feed: { encoder, rendition }, sequence }) {
      const { recent } = timelineOf({ streamId: encoder.stream.id, rendition });
      return recent.findLast((one) => one < sequence);
    },
    open: (of) => read(timelineOf(of)),
    async refresh(streamId) {
      const wanted = [...timelines.values()].filter((one) => streamId === undefined || one.streamId === streamId);
      await Promise.all(wanted.map(read));
    },
    begin(now) {
      if (now === epoch) return;
      epoch = now;
      for (const timeline of timelines.values())
        Object.assign(timeline, { tail: [], recent: [], applied: 0, settled: 0, isRead: false });
    },
    unsettled: () => [...timelines.values()].flatMap(({ tail }) => tail).toSorted((a, b) => a.sequence - b.sequence),
    stop() {
      isStopped = true;
      for (const timer of retries.values()) clearTimeout(timer);
    },
  };
}
