import { and, desc, eq, gte, inArray, lt, max, sql } from 'drizzle-orm';
import type { Db } from '#db/database.ts';
import { programArchives, archiveSections } from '#db/tables/archive.ts';
import { articleViews, publishedArticles } from '#db/tables/articles.ts';
import { adDays, adFaultDays, audienceDays, audienceMinutes, audiencePositions } from '#db/tables/audience.ts';
import { programs } from '#db/tables/programs.ts';
import { listeningSessions } from '#db/tables/tracking.ts';
import { videos } from '#db/tables/films.ts';
import type { DayHk } from '#shared/hk-time.ts';
import { MINUTE_MS, type Span } from './audience.rules.ts';

const inSpan = ({ fromMs, toMs }: Span) =>
  and(gte(audienceMinutes.minute, new Date(fromMs)), lt(audienceMinutes.minute, new Date(toMs)));

/** Totals of a time span, by channel, rendition and delay. */
export function findMinutes(db: Db, span: Span) {
  return db
    .select({
      channel: audienceMinutes.channel,
      rendition: audienceMinutes.rendition,
      behind: audienceMinutes.behind,
      heardMs: sql<number>`sum(${audienceMinutes.heardMs})::double precision`,
      /** Maximum of a single minute: a session of three minutes is in three rows. */
      sessions: sql<number>`max(${audienceMinutes.sessions})::integer`,
    })
    .from(audienceMinutes)
    .where(inSpan(span))
    .groupBy(audienceMinutes.channel, audienceMinutes.rendition, audienceMinutes.behind)
    .orderBy(audienceMinutes.channel, audienceMinutes.rendition, audienceMinutes.behind);
}

/** Heard milliseconds by minute and channel. */
export function findLine(db: Db, span: Span) {
  return db
    .select({
      minute: audienceMinutes.minute,
      channel: audienceMinutes.channel,
      heardMs: sql<number>`sum(${audienceMinutes.heardMs})::double precision`,
      sessions: sql<number>`sum(${audienceMinutes.sessions})::integer`,
    })
    .from(audienceMinutes)
    .where(inSpan(span))
    .groupBy(audienceMinutes.minute, audienceMinutes.channel)
    .orderBy(audienceMinutes.minute, audienceMinutes.channel);
}

/** Players that fetched playlists, by minute and channel: the largest count of each process, summed over processes. */
export function findPlayers(db: Db, { fromMs, toMs }: Span) {
  return db
    .select({
      minute: listeningSessions.minute,
      channel: listeningSessions.streamId,
      players: sql<number>`sum(${listeningSessions.players})::integer`,
    })
    .from(listeningSessions)
    .where(and(gte(listeningSessions.minute, new Date(fromMs)), lt(listeningSessions.minute, new Date(toMs))))
    .groupBy(listeningSessions.minute, listeningSessions.streamId);
}

/** Broadcasts of some streams in a time span, as cut by the archive. */
export function findBroadcasts(db: Db, span: Span, streamIds: readonly number[], limit: number) {
  return db
    .select({
      id: programArchives.id,
      title: sql<string>`coalesce(${programArchives.title}, ${programs.title})`,
      streamId: programArchives.streamId,
      startsAt: programArchives.startsAt,
      endsAt: programArchives.endsAt,
      isOver: programArchives.isOver,
    })
    .from(programArchives)
    .innerJoin(programs, eq(programs.id, programArchives.programId))
    .where(
      and(
        inArray(programArchives.streamId, [...streamIds]),
        gte(programArchives.startsAt, new Date(span.fromMs)),
        lt(programArchives.startsAt, new Date(span.toMs)),
        sql`${programArchives.mergedInto} is null`,
      ),
    )
    .orderBy(programArchives.startsAt, programArchives.streamId)
    .limit(limit);
}

/** Heard time by minute of a broadcast's stream, over all days on which it was heard. */
export function findPositions(db: Db, streamIds: readonly number[], { fromMs, toMs }: Span) {
  return db
    .select({
      streamId: audiencePositions.streamId,
      minute: audiencePositions.minute,
      how: audiencePositions.how,
      heardMs: sql<number>`sum(${audiencePositions.heardMs})::double precision`,
    })
    .from(audiencePositions)
    .where(
      and(
        inArray(audiencePositions.streamId, [...streamIds]),
        gte(audiencePositions.minute, new Date(fromMs)),
        lt(audiencePositions.minute, new Date(toMs)),
      ),
    )
    .groupBy(audiencePositions.streamId, audiencePositions.minute, audiencePositions.how)
    .orderBy(audiencePositions.streamId, audiencePositions.minute);
}

/** The counts of a kind, highest first. */
export function findCounts(db: Db, dayHk: DayHk, kind: string, limit: number) {
  return db
    .select({
      key: audienceDays.key,
      events: audienceDays.events,
      sessions: audienceDays.sessions,
      visitors: audienceDays.visitors,
      heardMs: audienceDays.heardMs,
    })
    .from(audienceDays)
    .where(and(eq(audienceDays.dayHk, dayHk), eq(audienceDays.kind, kind)))
    .orderBy(desc(audienceDays.sessions), desc(audienceDays.events), audienceDays.key)
    .limit(limit);
}

/** The largest weight of a day's reports. 1: all were reported. */
export async function findWeight(db: Db, dayHk: DayHk): Promise<number> {
  const [row] = await db
    .select({ weight: max(audienceDays.weight) })
    .from(audienceDays)
    .where(eq(audienceDays.dayHk, dayHk));
  return row?.weight ?? 1;
}

/** Titles by id, for a kind of content. */
export async function findTitles(
  db: Db,
  kind: 'article' | 'replay' | 'film',
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows =
    kind === 'article'
      ? await db
          .select({ id: publishedArticles.id, title: publishedArticles.title })
          .from(publishedArticles)
          .where(inArray(publishedArticles.id, [...ids]))
      : kind === 'film'
        ? await db
            .select({ id: videos.id, title: videos.title })
            .from(videos)
            .where(inArray(videos.id, [...ids]))
        : await db
            .select({
              id: archiveSections.id,
              title: sql<string>`coalesce(${programArchives.title}, ${programs.title}) || ' ' || ${programArchives.dayHk} || coalesce(' ' || ${archiveSections.title}, '')`,
            })
            .from(archiveSections)
            .innerJoin(programArchives, eq(programArchives.id, archiveSections.archiveId))
            .innerJoin(programs, eq(programs.id, programArchives.programId))
            .where(inArray(archiveSections.id, [...ids]));
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/** Readers of a day as counted by the articles module, with or without consent. */
export async function findReaders(db: Db, dayHk: DayHk, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: articleViews.articleId, views: articleViews.views })
    .from(articleViews)
    .where(and(eq(articleViews.dayHk, dayHk), inArray(articleViews.articleId, [...ids])));
  return new Map(rows.map(({ id, views }) => [id, views]));
}

const sums = {
  requests: sql<number>`sum(${adDays.requests})::double precision`,
  fills: sql<number>`sum(${adDays.fills})::double precision`,
  viewables: sql<number>`sum(${adDays.viewables})::double precision`,
  clicks: sql<number>`sum(${adDays.clicks})::double precision`,
  drops: sql<number>`sum(${adDays.drops})::double precision`,
  reports: sql<number>`sum(${adDays.reports})::double precision`,
  revenueMicros: sql<number>`sum(${adDays.revenueMicros})::double precision`,
};

/** Advertising figures of a day, grouped by a column. */
export function findAds(db: Db, dayHk: DayHk, by: 'slot' | 'bidder' | 'advertiser', limit: number) {
  return db
    .select({ key: adDays[by], ...sums })
    .from(adDays)
    .where(eq(adDays.dayHk, dayHk))
    .groupBy(adDays[by])
    .orderBy(sql`sum(${adDays.revenueMicros}) desc`, sql`sum(${adDays.requests}) desc`, adDays[by])
    .limit(limit);
}

/** Advertising figures of a day of the slots of a group of pages. */
export function findSlotsOfGroup(db: Db, dayHk: DayHk, group: string, limit: number) {
  return db
    .select({ key: adDays.slot, ...sums })
    .from(adDays)
    .where(and(eq(adDays.dayHk, dayHk), eq(adDays.pageGroup, group)))
    .groupBy(adDays.slot)
    .orderBy(adDays.slot)
    .limit(limit);
}

/** Creatives that frames dropped or listeners reported since a day, most first, with their counts by reason. */
export function findAdFaults(db: Db, since: DayHk, limit: number) {
  const { advertiser, creative, reason, events } = adFaultDays;
  const by = db
    .select({ advertiser, creative, reason, events: sql<number>`sum(${events})::double precision`.as('events') })
    .from(adFaultDays)
    .where(gte(adFaultDays.dayHk, since))
    .groupBy(advertiser, creative, reason)
    .as('by_reason');
  return db
    .select({
      advertiser: by.advertiser,
      creative: by.creative,
      events: sql<number>`sum(${by.events})::double precision`,
      reasons: sql<Record<string, number>>`jsonb_object_agg(${by.reason}, ${by.events})`,
    })
    .from(by)
    .groupBy(by.advertiser, by.creative)
    .orderBy(sql`sum(${by.events}) desc`, by.advertiser, by.creative)
    .limit(limit);
}

/** What was shown of an advertiser on a day, by slot and page group. */
export function findPlays(db: Db, advertiser: string, dayHk: DayHk, limit: number) {
  return db
    .select({
      slot: adDays.slot,
      pageGroup: adDays.pageGroup,
      bidder: adDays.bidder,
      fills: adDays.fills,
      viewables: adDays.viewables,
      clicks: adDays.clicks,
    })
    .from(adDays)
    .where(and(eq(adDays.dayHk, dayHk), eq(adDays.advertiser, advertiser)))
    .orderBy(adDays.slot, adDays.pageGroup, adDays.bidder)
    .limit(limit);
}

export const wholeMinutesBefore = (now: Date, minutes: number): Span => {
  const toMs = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS;
  return { fromMs: toMs - minutes * MINUTE_MS, toMs };
};
