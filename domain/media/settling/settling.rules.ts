import type { NamedSegment } from '../encoder-playlist.rules.ts';
import { JITTER_MS, placeSegment, type Edge, type PendingSwitch } from '../timeline.rules.ts';

/** Maximum waiting segments per encoder and rendition. Older ones are dropped. */
export const MAX_WAITING = 32;

/** A segment that is not on the timeline yet. */
export interface WaitingSegment {
  id: number;
  encoderId: number;
  initId: number;
  file: string;
  durationMs: number;
  /** Its start on the encoder's own clock. */
  mediaStartMs: number;
  /** Unix ms. Null until a playlist or a header gives it. */
  startsAt: number | null;
  /** Playlists that named it while an earlier segment was missing. */
  waits: number;
}

/** Where a timeline continues. */
export interface TimelineEnd {
  nextSequence: number;
  run: number;
  edge: Edge | undefined;
  switching: PendingSwitch | undefined;
}

interface Ready<W> {
  segment: W;
  startsAt: number;
}

export interface Naming<W> {
  /** Those with a start time, in the order in which they are placed. */
  ready: Ready<W>[];
  /** Start times given by the playlist, by id. */
  named: Map<number, number>;
  held: number[];
}

const endsAtOf = (edge: Edge | undefined): number => (edge === undefined ? -Infinity : edge.startsAt + edge.durationMs);

/**
 * Assigns the start times of a playlist to waiting segments. If one in the middle has not arrived, those after it are
 * held until the next playlist: once only, so that a lost segment delays them by one target duration at most.
 * `isPushed` is false for a playlist that came before, applied to a segment that followed it: it names what lies before
 * the first missing one.
 */
export function nameWaiting<W extends WaitingSegment>(
  waiting: readonly W[],
  names: readonly NamedSegment[],
  edge: Edge | undefined,
  isPushed: boolean,
): Naming<W> {
  const byFile = new Map(waiting.map((segment) => [segment.file, segment]));
  const named = new Map<number, number>();
  const held: number[] = [];
  let hole = false;
  for (const { file, startsAt } of names) {
    const segment = byFile.get(file);
    if (segment === undefined) {
      if (startsAt >= endsAtOf(edge) - JITTER_MS) hole = true;
    } else if (hole && !isPushed) {
      continue;
    } else if (hole && segment.waits === 0 && segment.startsAt === null) {
      held.push(segment.id);
    } else {
      named.set(segment.id, startsAt);
      hole = false;
    }
  }
  const ready = waiting
    .map((segment) => ({ segment, startsAt: named.get(segment.id) ?? segment.startsAt }))
    .filter((one): one is Ready<W> => one.startsAt !== null)
    .toSorted((a, b) => a.startsAt - b.startsAt || a.segment.id - b.segment.id);
  return { ready, named, held };
}

/** Names of a playlist that are still to be placed: of segments that have not arrived, or are held. */
export const stillAwaited = (names: readonly NamedSegment[], edge: Edge | undefined): NamedSegment[] =>
  names.filter(({ startsAt }) => startsAt >= endsAtOf(edge) - JITTER_MS).slice(-MAX_WAITING);

interface Placed<W> extends Ready<W> {
  sequence: number;
  discontinuity: number;
  run: number;
}

export interface Settlement<W> {
  appended: Placed<W>[];
  /** Kept with their start time, so that nothing is lost if the other encoder stops. */
  standby: Ready<W>[];
  dropped: number[];
  /** Number of segments refused because they claim to be from the future. */
  ahead: number;
  /** End of the newest segment examined, placed or not: how far behind the encoder is. */
  newestEndsAt: number | undefined;
  end: TimelineEnd;
}

/**
 * Places the waiting segments of one encoder, as far as possible. `siblings` are the discontinuity numbers of sibling
 * renditions at the start of each.
 */
export function placeReady<W extends WaitingSegment>(
  ready: readonly Ready<W>[],
  siblings: readonly (number | undefined)[],
  before: TimelineEnd,
  { now, windowMs, targetMs }: { now: number; windowMs: number; targetMs: number },
): Settlement<W> {
  const { switching } = before;
  let { edge, nextSequence, run } = before;
  const appended: Placed<W>[] = [];
  const standby: Ready<W>[] = [];
  const dropped: number[] = [];
  let ahead = 0;
  for (const [i, { segment, startsAt }] of ready.entries()) {
    const { id, encoderId, initId, durationMs, mediaStartMs } = segment;
    const placement = placeSegment({ encoderId, initId, startsAt, durationMs, mediaStartMs }, edge, siblings[i], {
      now,
      windowMs,
      targetMs,
      ...(switching && edge?.encoderId !== switching.encoderId && { switching }),
    });
    switch (placement.kind) {
      case 'append': {
        const { discontinuity, newRun } = placement;
        const sequence = nextSequence++;
        if (newRun) run = sequence;
        appended.push({ segment, startsAt, sequence, discontinuity, run });
        const mediaEndMs = mediaStartMs + durationMs;
        edge = { encoderId, initId, startsAt, durationMs, mediaEndMs, discontinuity, indexedAt: now };
        break;
      }
      case 'standby':
        standby.push({ segment, startsAt });
        break;
      case 'ahead':
        ahead++;
        dropped.push(id);
        break;
      case 'covered':
      case 'expired':
        dropped.push(id);
        break;
    }
  }
  const newest = ready.at(-1);
  // A switch of encoders has happened with the first segment placed, or lapsed.
  const end = { nextSequence, run, edge, switching: appended.length > 0 ? undefined : switching };
  const newestEndsAt = newest && newest.startsAt + newest.segment.durationMs;
  return { appended, standby, dropped, ahead, newestEndsAt, end };
}

/** A switch that was asked after the message does not concern it. */
export const endAt = (end: TimelineEnd, at: number): TimelineEnd =>
  end.switching !== undefined && at < end.switching.at ? { ...end, switching: undefined } : end;
