import type { LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { toReplay } from '#app/components/archive/replay-view.server.ts';
import { publishedWords } from '#app/components/lists/content-card.server.ts';
import { toFilmCard } from '#app/components/lists/film-card.server.ts';
import type { FilmCardView } from '#app/components/lists/film-card.tsx';
import { toProgramCard } from '#app/components/lists/program-card.server.ts';
import { requestContext } from '#app/context.server.ts';
import { paths } from '#app/paths.ts';
import { screenPaths } from '#app/screen-paths.ts';
import { home as text } from '#app/text/zh-hk/home.ts';
import { listMostHeard } from '#domain/archive/replay-lists.ts';
import { EVENTS_TAG } from '#domain/events/events.rules.ts';
import { listEvents, type Event } from '#domain/events/events.ts';
import { listHosts } from '#domain/hosts/hosts.ts';
import { getToolbar, type ToolbarChannel } from '#domain/live/live.ts';
import { listPrograms } from '#domain/programs/programs.ts';
import { programmesBetween, type Broadcast } from '#domain/timetable/timetable.ts';
import { FILMS_TAG } from '#domain/films/films-tags.rules.ts';
import { listFeatured } from '#domain/films/films.ts';
import { CHANNEL_IDS, type ChannelId } from '#shared/enums.ts';
import { PAGE_LIMITS } from '#shared/page-limits.ts';
import { phrase } from '#shared/text/phrase.ts';
import { dayHkOf } from '#shared/hk-time.ts';
import { editorial, EDITORIAL_TAGS } from './editorial.server.ts';
import { leadOrder } from './lead-order.ts';

const HOUR_MS = 3_600_000;
/** The board shows the current hour and the next five. */
const BOARD_HOURS = 6;
/** More than the station has: one query for three shelves. */
const PROGRAMS_MAX = 500;
const PROGRAMS_A_SHELF = 10;
const HOSTS_A_CHANNEL = 4;
const FILMS_SHOWN = 8;
const EVENTS_SHOWN = 2;
/** Phases in which an event is still to come or on. */
const TO_COME: readonly string[] = ['before', 'open', 'live', 'hold'];

export interface OnAirView {
  channelId: ChannelId;
  hasVideo: boolean;
  startsAtMs: number;
  endsAtMs: number;
  title: string;
  tagline: string;
  art: string;
  hosts: string;
  /** The programme's page, or the timetable if it has none. */
  href: string;
}

const pageOf = (item: Broadcast): string =>
  item.hasPage ? paths.program(item.programId, item.programSlug) : paths.timetable(item.channelId);

function toOnAir({ channelId, hasVideo, current }: ToolbarChannel): OnAirView {
  return {
    channelId,
    hasVideo,
    startsAtMs: current.startsAtMs,
    endsAtMs: current.endsAtMs,
    title: phrase(current.programName),
    tagline: current.tagline,
    art: current.keyart,
    hosts: current.hosts.map((host) => host.name).join('、'),
    href: pageOf(current),
  };
}

const toEventCard = ({ id, title, keyart, phase, price, startsAt }: Event, now: Date): FilmCardView => ({
  id,
  title: phrase(title),
  href: screenPaths.liveEvent(id, title),
  art: keyart,
  priceCents: price.cents,
  durationMs: null,
  when: phase === 'before' ? publishedWords(startsAt.getTime(), now) : text.onAir,
  isFull: false,
  isPerformerShow: false,
});

async function boardRow(
  context: { db: Parameters<typeof programmesBetween>[0]['db']; now: Date },
  channelId: ChannelId,
) {
  const fromMs = Math.floor(context.now.getTime() / HOUR_MS) * HOUR_MS;
  const items = await programmesBetween(context, channelId, new Date(fromMs), new Date(fromMs + BOARD_HOURS * HOUR_MS));
  return {
    channelId,
    items: items.map((item) => ({
      startsAtMs: item.startsAtMs,
      endsAtMs: item.endsAtMs,
      title: phrase(item.programName),
      href: pageOf(item),
    })),
  };
}

export async function loader({ context, url }: LoaderFunctionArgs) {
  const { readDb, now, siteUrl, archive } = context.get(requestContext);
  const door = { db: readDb, now };
  const boardFromMs = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
  const [toolbar, written, allHosts, { programs }, board, mostHeard, films, events] = await Promise.all([
    getToolbar(door),
    editorial(door),
    listHosts({ db: readDb }),
    listPrograms(door, { limit: PROGRAMS_MAX }),
    Promise.all(CHANNEL_IDS.map((channelId) => boardRow(door, channelId))),
    listMostHeard(door, { streamIds: CHANNEL_IDS, limit: PAGE_LIMITS.mostViewedArchives }),
    listFeatured(door, FILMS_SHOWN),
    listEvents(door, EVENTS_SHOWN),
  ]);
  const regular = allHosts.filter((host) => host.hostType === 'regular');
  const shelves = CHANNEL_IDS.map((channelId) => ({
    channelId,
    programs: programs
      .filter((program) => program.channelIds.includes(channelId))
      .slice(0, PROGRAMS_A_SHELF)
      .map(toProgramCard),
  }));
  const hosts = CHANNEL_IDS.flatMap((channelId) =>
    regular.filter((host) => host.channelIds[0] === channelId).slice(0, HOSTS_A_CHANNEL),
  );
  return {
    siteUrl,
    isReview: url.pathname === paths.homeReview(),
    nowMs: now.getTime(),
    changesAtMs: toolbar.changesAtMs,
    onAir: leadOrder(toolbar.channels).map(toOnAir),
    next: toolbar.channels
      .flatMap(({ channelId, next }) => next.map((item) => ({ channelId, item })))
      .toSorted((a, b) => a.item.startsAtMs - b.item.startsAtMs)
      .map(({ channelId, item }) => ({
        channelId,
        startsAtMs: item.startsAtMs,
        title: phrase(item.programName),
        href: pageOf(item),
      })),
    board: { fromMs: boardFromMs, toMs: boardFromMs + BOARD_HOURS * HOUR_MS, rows: board },
    written,
    mostHeard: {
      isCounted: mostHeard.isCounted,
      today: dayHkOf(now),
      replays: mostHeard.replays.map((replay) => toReplay(replay, archive, now)),
    },
    films: [
      ...events.filter(({ phase }) => TO_COME.includes(phase)).map((event) => toEventCard(event, now)),
      ...films.map(toFilmCard),
    ],
    shelves,
    hosts: hosts.map(({ id, name, slug, picture, channelIds, programs }) => ({
      id,
      name,
      slug,
      picture,
      channels: channelIds,
      program: programs[0]?.title ?? '',
    })),
  };
}

export function headers() {
  return publicPage({ tags: ['timetable', 'programs', 'hosts', 'archive', FILMS_TAG, EVENTS_TAG, ...EDITORIAL_TAGS] });
}
