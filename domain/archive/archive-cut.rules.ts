import { overlapMs, type Span } from './archive-match.rules.ts';

/** What says where an edge is; a hand is never overruled by the clock, nor by automation. */
export type EdgeSource = 'clock' | 'automation' | 'staff' | 'import';

/** Something that was on air. */
export interface Aired extends Span {
  programId: number;
  /** In place of the programme's own, as a dated change names it. */
  title: string | null;
  source: EdgeSource;
}

/** What automation said of a programme or of a part of one; `endsAt` is null while it is on air. */
export interface Reported {
  startsAt: Date;
  endsAt: Date | null;
  title: string | null;
  sentAt: Date;
}
export interface ReportedProgramme extends Reported {
  programId: number;
}

export interface CutInput {
  /** Records of the timetable: of the clock and of staff. */
  asRun: readonly Aired[];
  /** Broadcasts whose edges a hand set before. */
  byHand: readonly Aired[];
  reports: readonly ReportedProgramme[];
}

/** A broadcast as it is to be. */
export interface CutBroadcast extends Aired {
  /** Its end is known and its sound is there. */
  isOver: boolean;
}

/** The last segment is four seconds long and a second or two on its way. */
export const SETTLE_MS = 8_000;
/** A programme that automation began and never ended is believed so long beyond its planned end, or its last word. */
const OPEN_BELIEVED_MS = 3 * 3_600_000;
/** A programme that is on beyond its plan goes on at least until automation is asked again. */
const GOES_ON_MS = 60_000;
/** What the clock has of a programme before automation's own beginning of it: under this it was an edge and no part. */
const EDGE_MS = 10 * 60_000;
/** The widest hole that an edge of the clock is stretched over. */
const STRETCH_MS = 30 * 60_000;

const ms = (at: Date) => at.getTime();

function without(item: Aired, above: readonly Aired[]): Aired[] {
  let rest = [item];
  for (const row of above) {
    if (overlapMs(item, row) === 0) continue;
    rest = rest.flatMap((piece) => {
      if (overlapMs(piece, row) === 0) return [piece];
      return [
        { ...piece, endsAt: row.startsAt },
        { ...piece, startsAt: row.endsAt },
      ].filter((part) => part.endsAt > part.startsAt);
    });
  }
  const same = above.filter((row) => row.programId === item.programId && overlapMs(row, item) > 0);
  if (same.length === 0) return rest;
  // It is the same broadcast, whose edges are better known: what stands beside it was an edge. But automation that began
  // to report in the middle of a programme does not say that nothing was before.
  return rest.filter(
    (piece) =>
      item.source === 'clock' &&
      ms(piece.endsAt) - ms(piece.startsAt) >= EDGE_MS &&
      same.some((row) => row.source === 'automation' && ms(row.startsAt) === ms(piece.endsAt)),
  );
}

/** Pieces of one programme that meet, one of them of the clock, are one broadcast. */
function joined(items: readonly Aired[]): Aired[] {
  const result: Aired[] = [];
  for (const item of items) {
    const last = result.at(-1);
    const meets = last?.programId === item.programId && ms(last.endsAt) === ms(item.startsAt);
    if (last && meets && last.source === 'clock' && item.source === 'automation')
      result[result.length - 1] = { ...item, startsAt: last.startsAt };
    else result.push(item);
  }
  return result;
}

/** Edges of the clock are soft: one that a better-known edge moved away from goes with it. */
function stretched(items: readonly Aired[]): Aired[] {
  const result = items.map((item) => ({ ...item }));
  for (const [i, item] of result.entries()) {
    const next = result[i + 1];
    if (next === undefined) continue;
    const holeMs = ms(next.startsAt) - ms(item.endsAt);
    if (holeMs <= 0 || holeMs > STRETCH_MS) continue;
    if (item.source === 'clock') item.endsAt = next.startsAt;
    else if (next.source === 'clock') next.startsAt = item.endsAt;
  }
  return result;
}

/** Until when a report is believed that names no end. */
function endOfOpen(report: ReportedProgramme, { asRun, reports }: CutInput, now: Date): Date {
  const next = reports.find((other) => other.startsAt > report.startsAt);
  const planned = asRun.find(
    (row) => row.programId === report.programId && row.startsAt <= report.startsAt && row.endsAt > report.startsAt,
  );
  // One that began before its planned time is known by what follows within the same stretch.
  const ahead = planned ?? asRun.find((row) => row.programId === report.programId && row.startsAt > report.startsAt);
  const plannedMs = ahead ? ms(ahead.endsAt) : ms(report.startsAt);
  const believedMs = Math.max(plannedMs, ms(report.sentAt)) + OPEN_BELIEVED_MS;
  const endMs =
    ms(now) < believedMs ? Math.max(plannedMs, ms(now) + GOES_ON_MS) : Math.max(plannedMs, ms(report.sentAt));
  const lastMs = Math.max(endMs, ms(report.startsAt) + 1);
  return new Date(next ? Math.min(lastMs, ms(next.startsAt)) : lastMs);
}

/**
 * What was on air, without overlap, in order: what staff recorded, else what a hand set, else what automation said, else
 * what the clock had. What lies wholly ahead is not in it.
 */
export function cutBroadcasts(input: CutInput, now: Date): CutBroadcast[] {
  const reports = input.reports.toSorted((a, b) => ms(a.startsAt) - ms(b.startsAt));
  const automation = reports.map((report): Aired => {
    const endsAt = report.endsAt ?? endOfOpen(report, { ...input, reports }, now);
    const { programId, startsAt, title } = report;
    return { programId, startsAt, endsAt, title, source: 'automation' };
  });
  const ofStaff = input.asRun.filter((row) => row.source === 'staff');
  const layers = [
    input.byHand,
    // Of two reports that overlap the later start is the truth: the earlier one ended without a word.
    automation.map((item, i) => {
      const next = automation[i + 1];
      return next && next.startsAt < item.endsAt ? { ...item, endsAt: next.startsAt } : item;
    }),
    input.asRun.filter((row) => row.source !== 'staff'),
  ];
  let painted: Aired[] = [...ofStaff];
  for (const layer of layers)
    painted = [...painted, ...layer.filter((i) => i.endsAt > i.startsAt).flatMap((item) => without(item, painted))];
  const items = stretched(joined(painted.toSorted((a, b) => ms(a.startsAt) - ms(b.startsAt)))).filter(
    (item) => item.startsAt <= now,
  );
  return items.map((item, i) => ({
    ...item,
    isOver: items[i + 1] !== undefined && ms(item.endsAt) + SETTLE_MS <= ms(now),
  }));
}

/** A part of a broadcast as it is to be. */
export interface CutSection extends Span {
  sectionNo: number;
  title: string | null;
  source: EdgeSource;
}

/**
 * Sound before the first part that was named: shorter, it belongs to that part. A part that began longer before the
 * broadcast did is of the broadcast before.
 */
const LEAD_MS = 5 * 60_000;

/**
 * The parts of a broadcast, without a hole: each lasts until the next begins. A rundown given by hand goes before what
 * automation said; without either there is one part, of the whole.
 */
export function cutSections(
  broadcast: CutBroadcast,
  { rundown, reports }: { rundown: readonly Omit<CutSection, 'sectionNo'>[]; reports: readonly Reported[] },
  now: Date,
): CutSection[] {
  const given: { at: Date; until: Date; title: string | null; source: EdgeSource }[] =
    rundown.length > 0
      ? rundown.map(({ startsAt, endsAt, title, source }) => ({ at: startsAt, until: endsAt, title, source }))
      : reports.map(({ startsAt, endsAt, title }) => ({
          at: startsAt,
          until: endsAt ?? broadcast.endsAt,
          title,
          source: 'automation',
        }));
  const starts = given
    .filter(
      ({ at, until }) =>
        at < broadcast.endsAt &&
        at <= now &&
        (at >= broadcast.startsAt || (until > broadcast.startsAt && ms(broadcast.startsAt) - ms(at) < LEAD_MS)),
    )
    .toSorted((a, b) => ms(a.at) - ms(b.at))
    .map(({ at, title, source }) => ({ startsAt: at > broadcast.startsAt ? at : broadcast.startsAt, title, source }))
    // Of several that begin at once, the last is the one that was on air.
    .filter(({ startsAt }, i, all) => ms(all[i + 1]?.startsAt ?? broadcast.endsAt) > ms(startsAt));
  const [first] = starts;
  const whole = { startsAt: broadcast.startsAt, title: null, source: 'clock' as const };
  const parts: { startsAt: Date; title: string | null; source: EdgeSource }[] =
    first === undefined
      ? [whole]
      : ms(first.startsAt) - ms(broadcast.startsAt) >= LEAD_MS
        ? [{ ...whole, source: first.source }, ...starts]
        : [{ ...first, startsAt: broadcast.startsAt }, ...starts.slice(1)];
  return parts.map(({ startsAt, title, source }, i) => ({
    startsAt,
    endsAt: parts[i + 1]?.startsAt ?? broadcast.endsAt,
    sectionNo: i + 1,
    title,
    source,
  }));
}
