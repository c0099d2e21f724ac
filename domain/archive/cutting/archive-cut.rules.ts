import { overlapMs, type Span } from './archive-match.rules.ts';

/** The source of an edge; the clock and automation never override staff. */
export type EdgeSource = 'clock' | 'automation' | 'staff' | 'import';

/** Something that was on air. */
export interface Aired extends Span {
  programId: number;
  /** Replaces the programme's title; from a dated change. */
  title: string | null;
  source: EdgeSource;
}

/** A programme or part reported by automation; `endsAt` is null while it is on air. */
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
  /** Timetable records, from the clock and from staff. */
  asRun: readonly Aired[];
  /** Broadcasts whose edges were set by hand before. */
  byHand: readonly Aired[];
  reports: readonly ReportedProgramme[];
}

/** A broadcast as cut. */
export interface CutBroadcast extends Aired {
  /** Its end is known and its sound has arrived. */
  isOver: boolean;
}

/** The last segment is four seconds long and arrives a second or two late. */
export const SETTLE_MS = 8_000;
/** An open report is trusted this long after its planned end or its last message. */
const OPEN_BELIEVED_MS = 3 * 3_600_000;
/** A programme past its planned end is extended at least until the next run. */
const GOES_ON_MS = 60_000;
/**
 * A clock record of a programme before automation's start of it, if shorter than this, was an inexact edge, not a part.
 */
const EDGE_MS = 10 * 60_000;
/** The widest gap that a clock edge is stretched over. */
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
  // The same broadcast with better-known edges: the remainder was an inexact edge. But if automation started reporting
  // mid-programme, what came before did happen.
  return rest.filter(
    (piece) =>
      item.source === 'clock' &&
      ms(piece.endsAt) - ms(piece.startsAt) >= EDGE_MS &&
      same.some((row) => row.source === 'automation' && ms(row.startsAt) === ms(piece.endsAt)),
  );
}

/** Adjacent pieces of one programme, one of them from the clock, are one broadcast. */
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

/** Clock edges are soft: they follow when a better-known edge moves away. */
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

/** Until when a report without an end is trusted. */
function endOfOpen(report: ReportedProgramme, { asRun, reports }: CutInput, now: Date): Date {
  const next = reports.find((other) => other.startsAt > report.startsAt);
  const planned = asRun.find(
    (row) => row.programId === report.programId && row.startsAt <= report.startsAt && row.endsAt > report.startsAt,
  );
  // If it started early, its planned end is that of the programme's next record in this stretch.
  const ahead = planned ?? asRun.find((row) => row.programId === report.programId && row.startsAt > report.startsAt);
  const plannedMs = ahead ? ms(ahead.endsAt) : ms(report.startsAt);
  const believedMs = Math.max(plannedMs, ms(report.sentAt)) + OPEN_BELIEVED_MS;
  const endMs =
    ms(now) < believedMs ? Math.max(plannedMs, ms(now) + GOES_ON_MS) : Math.max(plannedMs, ms(report.sentAt));
  const lastMs = Math.max(endMs, ms(report.startsAt) + 1);
  return new Date(next ? Math.min(lastMs, ms(next.startsAt)) : lastMs);
}

/**
 * What was on air, without overlap, in order. Priority: staff's timetable records, edges set by hand, automation, the
 * clock. Excludes items entirely in the future.
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
    // Of two overlapping reports the later start wins: the earlier one ended unreported.
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

/** A part of a broadcast as cut; of the source `studio`, one that begins at a mark. */
export interface CutSection extends Span {
  sectionNo: number;
  title: string | null;
  source: EdgeSource | 'studio';
}

/** A moment that a studio marked. */
export interface Mark {
  at: Date;
  title: string;
}

type PartStart = Pick<CutSection, 'startsAt' | 'title' | 'source'>;

/** Parts that begin at marks, among the others. Of several that start at once, the last mark counts. */
function withMarks(parts: readonly PartStart[], { endsAt, startsAt }: Span, marks: readonly Mark[]): PartStart[] {
  const marked = marks
    .filter(({ at }) => at >= startsAt && at < endsAt)
    .map(({ at, title }): PartStart => ({ startsAt: at, title, source: 'studio' }));
  return [...new Map([...parts, ...marked].map((part) => [ms(part.startsAt), part])).values()].toSorted(
    (a, b) => ms(a.startsAt) - ms(b.startsAt),
  );
}

/**
 * Shorter sound before the first named part belongs to that part. A part that started longer before the broadcast
 * belongs to the previous broadcast.
 */
const LEAD_MS = 5 * 60_000;

/**
 * The parts of a broadcast without gaps: each lasts until the next starts. A manual rundown takes precedence over
 * automation; without either, one part covers the whole. A mark of the studio begins a part wherever it is.
 */
export function cutSections(
  broadcast: CutBroadcast,
  {
    rundown,
    reports,
    marks,
  }: { rundown: readonly Omit<CutSection, 'sectionNo'>[]; reports: readonly Reported[]; marks: readonly Mark[] },
  now: Date,
): CutSection[] {
  const given: { at: Date; until: Date; title: string | null; source: CutSection['source'] }[] =
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
    // Of several that start at once, the last was on air.
    .filter(({ startsAt }, i, all) => ms(all[i + 1]?.startsAt ?? broadcast.endsAt) > ms(startsAt));
  const [first] = starts;
  const whole = { startsAt: broadcast.startsAt, title: null, source: 'clock' as const };
  const named: PartStart[] =
    first === undefined
      ? [whole]
      : ms(first.startsAt) - ms(broadcast.startsAt) >= LEAD_MS
        ? [{ ...whole, source: first.source }, ...starts]
        : [{ ...first, startsAt: broadcast.startsAt }, ...starts.slice(1)];
  const parts = withMarks(named, broadcast, marks);
  return parts.map(({ startsAt, title, source }, i) => ({
    startsAt,
    endsAt: parts[i + 1]?.startsAt ?? broadcast.endsAt,
    sectionNo: i + 1,
    title,
    source,
  }));
}
