import { data, type HeadersArgs, type LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { toReplay } from '#app/components/archive/replay-view.server.ts';
import { isFreeAt, type ReplayView } from '#app/components/archive/replay-view.ts';
import type { ReplayStart } from '#app/components/archive/replay-link.tsx';
import { requestContext } from '#app/context.server.ts';
import { channelParam, notFound } from '#app/params.server.ts';
import { listReplaysOfDay } from '#domain/archive/replay-lists.ts';
import { firstSongDay, hourSpan, listSongs, songsTag, type PlayedSong } from '#domain/songs/songs.ts';
import { addDaysHk, isDayHk, minuteHkOf } from '#shared/hk-time.ts';
import { STATION_DAY_STARTS_MINUTE, stationDayOf, stationDaySpan } from '#shared/station-day.ts';
import { singerOf } from './play-views.server.ts';

const FIRST_HOUR = STATION_DAY_STARTS_MINUTE / 60;
const LAST_HOUR = FIRST_HOUR + 23;
/** Hours shown first, from the end of the day. */
const HOURS_SHOWN = 3;
const MAX_CHARS = 60;

/** A song as the page shows it. */
export interface SongView {
  markId: number;
  songId: number;
  /** Folded name of the singer, by which the singer has a page and is followed; null: too long, or unknown. */
  singer: string | null;
  startsAtMs: number;
  title: string;
  artist: string;
  /** Its replay after it has left the rewind window; null: none. */
  replay: ReplayStart | null;
}

/** The section at an instant. */
function replayAt(replays: readonly ReplayView[], atMs: number): ReplayStart | null {
  for (const { id, parts, isEnded } of replays) {
    const part = isEnded ? undefined : parts.find((one) => one.startsAtMs <= atMs && atMs < one.endsAtMs);
    if (part) return { archiveId: id, sectionId: part.id, atMs, isFree: isFreeAt(part, atMs) };
  }
  return null;
}

/** 5 to 28: the hour of the broadcast day at an instant. */
const hourOf = (at: Date): number => {
  const hour = Math.floor(minuteHkOf(at) / 60);
  return hour < FIRST_HOUR ? hour + 24 : hour;
};

function hourParam(value: string | null): number | null {
  if (value === null) return null;
  const hour = /^\d{1,2}$/.test(value) ? Number(value) : -1;
  if (hour < FIRST_HOUR || hour > LAST_HOUR) throw notFound();
  return hour;
}

/**
 * What a channel played on a broadcast day: its last hours, one hour, or search results. Public, so no session is read.
 */
export async function loader({ params, context, url }: LoaderFunctionArgs) {
  const channelId = channelParam(params.channel);
  const { readDb: db, now, siteUrl, archive } = context.get(requestContext);
  const today = stationDayOf(now);
  const day = url.searchParams.get('day') ?? today;
  if (!isDayHk(day) || day > today) throw notFound();
  const firstDay = (await firstSongDay({ db }, channelId)) ?? today;
  if (day < firstDay && day !== today) throw notFound();
  const q = (url.searchParams.get('q') ?? '')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .toWellFormed()
    .trim()
    .slice(0, MAX_CHARS);
  const asked = q === '' ? hourParam(url.searchParams.get('hour')) : null;
  const lastHour = day === today ? hourOf(now) : LAST_HOUR;
  if (asked !== null && asked > lastHour) throw notFound();
  const whole = stationDaySpan(day);
  const span =
    q !== ''
      ? whole
      : asked === null
        ? { from: hourSpan(day, Math.max(FIRST_HOUR, lastHour - HOURS_SHOWN + 1)).from, to: whole.to }
        : hourSpan(day, asked);
  const [songs, heard] = await Promise.all([
    listSongs({ db, now }, { channelId, ...span, q: q || undefined }),
    listReplaysOfDay(db, { streamId: channelId, dayHk: day }),
  ]);
  const replays = heard.map((each) => toReplay(each, archive, now));
  const view = ({ markId, songId, startsAt, title, artist }: PlayedSong): SongView => ({
    markId,
    songId,
    singer: singerOf(artist),
    startsAtMs: startsAt.getTime(),
    title,
    artist,
    replay: replayAt(replays, startsAt.getTime()),
  });
  const byHour = Map.groupBy(songs, ({ startsAt }) => hourOf(startsAt));
  const page = {
    siteUrl,
    channelId,
    day,
    today,
    hour: asked,
    q,
    /** Hours of the day that have begun, newest first. */
    hours: Array.from({ length: lastHour - FIRST_HOUR + 1 }, (_, i) => lastHour - i),
    dayBefore: day > firstDay ? addDaysHk(day, -1) : null,
    dayAfter: day < today ? addDaysHk(day, 1) : null,
    groups: [...byHour].map(([hour, played]) => ({ hour, songs: played.map(view) })),
  };
  // It grows every four minutes, and is purged then.
  const tags = ['archive', songsTag(channelId)];
  return data(page, { headers: publicPage({ freshSeconds: 30, staleSeconds: 300, tags }) });
}

export const headers = ({ loaderHeaders, errorHeaders }: HeadersArgs) => errorHeaders ?? loaderHeaders;
