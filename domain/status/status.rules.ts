import { CHANNEL_IDS } from '#shared/enums.ts';

// What the public status page is about, and what an incident means for it.

export const STATUS_TAG = 'status';
export const STATUS_DAYS = 90;
/** Incidents that the page lists at most. */
export const MAX_INCIDENTS = 30;

export const COUNTED_PARTS = ['site', 'payments', 'mail'] as const;
type CountedPart = (typeof COUNTED_PARTS)[number];
export type StatusPart = `${(typeof CHANNEL_IDS)[number]}` | CountedPart;
export const PARTS: readonly StatusPart[] = [...CHANNEL_IDS.map((id) => `${id}` as const), ...COUNTED_PARTS];

/** The part of the service that visitors miss; null: an incident that they do not notice. */
export function partOf({ kind, subject }: { kind: string; subject: string }): StatusPart | null {
  if (kind === 'edge-old' || kind === 'silence') return PARTS.find((part) => part === subject) ?? null;
  if (kind === 'database-slow') return 'site';
  if (kind === 'provider-failing') return 'payments';
  if (kind === 'jobs-waiting') return 'mail';
  return kind === 'jobs-failing' && subject === 'send-mail' ? 'mail' : null;
}

export interface Span {
  fromMs: number;
  toMs: number;
}

/** Milliseconds of a span that none of the others covers. They may overlap, and be in any order. */
export function uncoveredMs({ fromMs, toMs }: Span, covering: readonly Span[]): number {
  let at = fromMs;
  let missing = 0;
  for (const span of covering.toSorted((a, b) => a.fromMs - b.fromMs)) {
    if (span.toMs <= at) continue;
    if (span.fromMs >= toMs) break;
    missing += Math.max(0, span.fromMs - at);
    at = span.toMs;
  }
  return missing + Math.max(0, toMs - at);
}

/** A covered span less others. */
export function without(spans: readonly Span[], removed: readonly Span[]): Span[] {
  return removed.reduce<readonly Span[]>(
    (left, cut) =>
      left.flatMap((span) =>
        [
          { fromMs: span.fromMs, toMs: Math.min(span.toMs, cut.fromMs) },
          { fromMs: Math.max(span.fromMs, cut.toMs), toMs: span.toMs },
        ].filter(({ fromMs, toMs }) => toMs > fromMs),
      ),
    spans,
  ) as Span[];
}

export interface StatusDay {
  /** Hong Kong day. */
  day: string;
  knownSeconds: number;
  downSeconds: number;
}

/** `unknown`: not measured. */
export const stateOfDay = (day: StatusDay | undefined): 'good' | 'bad' | 'unknown' =>
  day === undefined || day.knownSeconds === 0 ? 'unknown' : day.downSeconds > 0 ? 'bad' : 'good';

export interface Logbook {
  corrections: number;
  /** Seconds from payment until what was bought is open: the middle one, and what 95 % stay below. Null: too few. */
  opening: { orders: number; p50Seconds: number; p95Seconds: number } | null;
  /** Of renewals whose first charge failed. Null: too few. */
  recovery: { failed: number; paid: number } | null;
  /** The newest sealed day of the ledger, without its volume. Null: none yet. */
  seal: { dayHk: string; hash: string } | null;
}
