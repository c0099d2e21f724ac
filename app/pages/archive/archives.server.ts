import type { LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { toReplay } from '#app/components/archive/replay-view.server.ts';
import type { ReplayView } from '#app/components/archive/replay-view.ts';
import { toProgramCard } from '#app/components/lists/program-card.server.ts';
import { requestContext, type RequestContext } from '#app/context.server.ts';
import { channelParam, notFound } from '#app/params.server.ts';
import { paths } from '#app/paths.ts';
import { firstReplayDay, listClassics, listMostHeard, listReplaysOfDay } from '#domain/archive/replay-lists.ts';
import { listPrograms } from '#domain/programs/programs.ts';
import { getDayTimetable } from '#domain/timetable/timetable.ts';
import { CHANNEL_IDS, type ChannelId } from '#shared/enums.ts';
import { addDaysHk, dayHkOf, instantHk, isDayHk, type DayHk } from '#shared/hk-time.ts';
import { PAGE_LIMITS } from '#shared/page-limits.ts';
import { phrase } from '#shared/text/phrase.ts';
import { stationDayOf, stationDaySpan } from '#shared/station-day.ts';
import { dialOf } from './day-dial.ts';
import { laneSpan } from './lane-scale.ts';

/** More than the station has. */
const PROGRAMS_MAX = 500;
/** This many as cards, the others by title. */
const CLASSICS_SHOWN = 120;

/** A block of a lane: a replay, or an upcoming programme. */
export interface LaneBlock {
  key: string;
  title: string;
  art: string;
  startsAtMs: number;
  endsAtMs: number;
  href: string | null;
  /** Null: not aired yet. */
  replay: ReplayView | null;
}

/** The requested day, by default the current broadcast day; a 404 if it can have no replay. */
function dayParam(url: URL, today: DayHk, first: DayHk): DayHk {
  const day = url.searchParams.get('day');
  if (day === null) return today;
  if (!isDayHk(day) || day > today || day < first) throw notFound();
  return day;
}

async function laneOf(
  { readDb: db, now, archive }: RequestContext,
  channelId: ChannelId,
  { day, isToday }: { day: DayHk; isToday: boolean },
): Promise<LaneBlock[]> {
  const replays = (await listReplaysOfDay(db, { streamId: channelId, dayHk: day })).map((each) =>
    toReplay(each, archive, now),
  );
  const blocks = replays.map((replay): LaneBlock => ({
    key: String(replay.id),
    title: replay.title,
    art: replay.art,
    startsAtMs: replay.startsAtMs,
    endsAtMs: replay.endsAtMs,
    href: paths.replay(replay.id),
    replay,
  }));
  if (!isToday) return blocks;
  const heardUntilMs = Math.max(now.getTime(), ...replays.map(({ endsAtMs }) => endsAtMs));
  const { items } = await getDayTimetable({ db, now }, { channelId, day });
  const coming = items.filter(({ startsAtMs }) => startsAtMs >= heardUntilMs);
  return [
    ...blocks,
    ...coming.map((item): LaneBlock => ({
      key: `next ${item.startsAtMs}`,
      title: phrase(item.programName),
      art: item.keyart,
      startsAtMs: item.startsAtMs,
      endsAtMs: item.endsAtMs,
      href: item.hasPage ? paths.program(item.programId, item.programSlug) : null,
      replay: null,
    })),
  ];
}

/** Programmes with replays, by their newest one. */
async function programsHeard({ readDb: db, now }: RequestContext) {
  const { programs } = await listPrograms({ db, now }, { limit: PROGRAMS_MAX, withParts: true });
  return programs
    .flatMap((program) => {
      const { latestReplay } = program;
      return latestReplay === null ? [] : [{ program, newestAtMs: latestReplay.startsAtMs }];
    })
    .toSorted((a, b) => b.newestAtMs - a.newestAtMs)
    .map(({ program, newestAtMs }) => ({
      ...toProgramCard(program),
      newest: { day: stationDayOf(new Date(newestAtMs)), startsAtMs: newestAtMs },
    }));
}

/** `/program/archives`: by day and channel, by programme, and most heard. The same for everyone. */
export async function loader({ context, url }: LoaderFunctionArgs) {
  const request = context.get(requestContext);
  const { readDb: db, now, siteUrl, archive } = request;
  const today = stationDayOf(now);
  const first = (await firstReplayDay(db, CHANNEL_IDS)) ?? today;
  const day = dayParam(url, today, first);
  const isToday = day === today;
  const chosen = url.searchParams.get('channel');
  const channelId = chosen === null ? CHANNEL_IDS[0] : channelParam(chosen);
  const [wholeLanes, programs, classics, mostHeard] = await Promise.all([
    Promise.all(
      CHANNEL_IDS.map(async (id) => ({ channelId: id, blocks: await laneOf(request, id, { day, isToday }) })),
    ),
    programsHeard(request),
    listClassics(db, { limit: CLASSICS_SHOWN }),
    listMostHeard({ db, now }, { streamIds: CHANNEL_IDS, limit: PAGE_LIMITS.mostViewedArchivesMax }),
  ]);
  const { from, to } = stationDaySpan(day);
  const nowMs = now.getTime();
  const calendarDay = dayHkOf(now);
  const midnightMs = instantHk(addDaysHk(calendarDay, 1), 0).getTime();
  const span = laneSpan(
    wholeLanes.flatMap(({ blocks }) => blocks),
    { fromMs: from.getTime(), toMs: to.getTime(), nowMs },
  );
  const lanes = wholeLanes.map((lane) => ({
    ...lane,
    blocks: lane.blocks.filter(({ startsAtMs, endsAtMs }) => endsAtMs > span.fromMs && startsAtMs < span.toMs),
  }));
  const edges = wholeLanes.flatMap(({ blocks }) => blocks.map(({ endsAtMs }) => endsAtMs));
  return {
    siteUrl,
    nowMs,
    freeMinutes: archive.freeMinutes,
    day,
    today,
    calendarDay,
    isDated: url.searchParams.has('day'),
    dial: dialOf(day, { today, first }),
    channelId,
    isChosen: chosen !== null,
    ...span,
    lanes,
    // When the data changes: at the next start or end of a broadcast, at the end of the day, or at midnight.
    changesAtMs: isToday ? Math.min(to.getTime(), midnightMs, ...edges.filter((atMs) => atMs > nowMs)) : null,
    programs,
    classics: classics.map((each) => toReplay(each, archive, now)),
    mostHeard: {
      isCounted: mostHeard.isCounted,
      replays: mostHeard.replays.map((each) => toReplay(each, archive, now)),
    },
  };
}

export function headers() {
  return publicPage({ tags: ['archive', 'programs', 'timetable', 'hosts'] });
}
