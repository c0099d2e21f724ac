import type { Db } from '#db/database.ts';
import { purgePages } from '#db/notifications.ts';
import { airedBetween, firstAiredAt } from '#domain/media/kept-sound.ts';
import { incidentsSince, openIncidents, type Incident } from '#domain/on-air/incidents.ts';
import { CHANNEL_IDS } from '#shared/enums.ts';
import { addDaysHk, dayHkOf, instantHk } from '#shared/hk-time.ts';
import {
  COUNTED_PARTS,
  MAX_INCIDENTS,
  partOf,
  STATUS_DAYS,
  STATUS_TAG,
  uncoveredMs,
  without,
  type StatusDay,
  type StatusPart,
} from './status.rules.ts';
import { countMinute, deleteHours, findLastHour, insertHours, sumDays } from './status.store.ts';

const HOUR_MS = 3_600_000;
/** Segments and the measurement of loudness arrive a little late. */
const SETTLED_MS = 10 * 60_000;
/** Hours of a channel that one run computes at most; the next minute goes on. */
const HOURS_A_RUN = 48;

const hourOf = (at: Date): Date => new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);
const firstDayShown = (now: Date) => addDaysHk(dayHkOf(now), 1 - STATUS_DAYS);

/** The silence that opens an incident has lasted this long by then. */
const SILENCE_MS = 20_000;

/** When an incident began and ended. */
function spanOf({ kind, openedAt, closedAt, closedBy, seenAt }: Incident) {
  const fromMs = openedAt.getTime() - (kind === 'silence' ? SILENCE_MS : 0);
  // One that a person closed lasted as long as it was seen.
  return { fromMs, toMs: (closedAt === null || closedBy !== null ? seenAt : closedAt).getTime() };
}

/** Counts the minute for what has no log of its own. Called each minute by the watch of the station. */
async function recordMinute(db: Db, now: Date): Promise<void> {
  const down = new Set((await openIncidents(db)).map(partOf));
  const parts = COUNTED_PARTS.map((part) => ({ part, isDown: down.has(part) }));
  await db.transaction((tx) => countMinute(tx, parts, { hour: hourOf(now), now }));
}

/** Computes the hours of a channel that have ended since the last one, from the log of its sound. Returns how many. */
async function recordSound(db: Db, channel: (typeof CHANNEL_IDS)[number], now: Date): Promise<number> {
  const part = `${channel}` as const;
  const shownFrom = instantHk(firstDayShown(now), 0);
  const last = (await findLastHour(db, part)) ?? (await firstAiredAt(db, channel));
  if (last === null) return 0;
  const fromMs = Math.max(hourOf(last).getTime() + HOUR_MS, shownFrom.getTime());
  const untilMs = hourOf(new Date(now.getTime() - SETTLED_MS)).getTime();
  const toMs = Math.min(untilMs, fromMs + HOURS_A_RUN * HOUR_MS);
  if (toMs <= fromMs) return 0;
  const [from, to] = [new Date(fromMs), new Date(toMs)];
  const aired = (await airedBetween(db, channel, from, to)).map((span) => ({
    fromMs: span.from.getTime(),
    toMs: span.to.getTime(),
  }));
  const silent = (await incidentsSince(db, from, MAX_INCIDENTS * HOURS_A_RUN))
    .filter(({ kind, subject }) => kind === 'silence' && subject === part)
    .map(spanOf);
  const heard = without(aired, silent);
  const hours = Array.from({ length: (toMs - fromMs) / HOUR_MS }, (_, at) => {
    const startsMs = fromMs + at * HOUR_MS;
    const missing = uncoveredMs({ fromMs: startsMs, toMs: startsMs + HOUR_MS }, heard);
    return { part, startsAt: new Date(startsMs), knownSeconds: 3_600, downSeconds: Math.round(missing / 1_000) };
  });
  await insertHours(db, hours);
  return hours.length;
}

/** Writes what the minute adds to the status page. `isChanged`: so did the list of open incidents. */
export async function recordStatus(db: Db, now: Date, isChanged: boolean): Promise<void> {
  await recordMinute(db, now);
  let hours = 0;
  for (const channel of CHANNEL_IDS) hours += await recordSound(db, channel, now);
  if (hours === 0 && !isChanged) return;
  await deleteHours(db, instantHk(addDaysHk(firstDayShown(now), -1), 0));
  await db.transaction((tx) => purgePages(tx, [STATUS_TAG]));
}

export interface PublicIncident {
  id: number;
  part: StatusPart;
  kind: Incident['kind'];
  fromMs: number;
  /** Null: it goes on. */
  toMs: number | null;
}

/** What the status page says: days of each part, oldest first, and incidents: those that go on, then the newest. */
export async function getStatus(
  db: Db,
  now: Date,
): Promise<{ firstDay: string; days: Record<string, StatusDay[]>; incidents: PublicIncident[] }> {
  const firstDay = firstDayShown(now);
  const from = instantHk(firstDay, 0);
  const [sums, found] = await Promise.all([sumDays(db, from), incidentsSince(db, from, 10 * MAX_INCIDENTS)]);
  const days: Record<string, StatusDay[]> = {};
  for (const { part, ...day } of sums.toSorted((a, b) => (a.day < b.day ? -1 : 1))) (days[part] ??= []).push(day);
  const incidents = found.flatMap((incident): PublicIncident[] => {
    const part = partOf(incident);
    const { id, kind, closedAt } = incident;
    if (part === null) return [];
    const { fromMs, toMs } = spanOf(incident);
    return [{ id, part, kind, fromMs, toMs: closedAt === null ? null : toMs }];
  });
  const newestFirst = incidents.toSorted(
    (a, b) => Number(b.toMs === null) - Number(a.toMs === null) || b.fromMs - a.fromMs,
  );
  return { firstDay, days, incidents: newestFirst.slice(0, MAX_INCIDENTS) };
}
