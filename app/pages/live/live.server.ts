import { data, type HeadersArgs, type LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { toProgramCard } from '#app/components/lists/program-card.server.ts';
import type { ReplayStart } from '#app/components/archive/replay-link.tsx';
import { toReplay } from '#app/components/archive/replay-view.server.ts';
import { slotReplay } from '#app/components/archive/slot-replay.ts';
import { requestContext } from '#app/context.server.ts';
import { channelParam } from '#app/params.server.ts';
import { paths } from '#app/paths.ts';
import type { LiveItem } from '#app/player/channel/live-item.ts';
import { itemFromBroadcast } from '#app/player/channel/live-item.ts';
import { listReplaysOfDay } from '#domain/archive/replay-lists.ts';
import { listHosts } from '#domain/hosts/hosts.ts';
import { getLiveChannel } from '#domain/live/live.ts';
import { listRelatedPrograms } from '#domain/programs/programs.ts';
import { listMissed } from '#domain/moments/moments.ts';
import { listLatestSongs, songsTag } from '#domain/songs/songs.ts';
import type { Broadcast } from '#domain/timetable/timetable.ts';
import { phrase } from '#shared/text/phrase.ts';
import { stationDayOf } from '#shared/station-day.ts';
import { liveMoment } from './live-moment.server.ts';

const RELATED = 10;
const LATEST_SONGS = 5;

/** A programme as the page shows it: the player's data, and data that only the page shows. */
export interface LiveRow extends LiveItem {
  /** `title` with line break opportunities. */
  phrased: string;
  tagline: string;
  /** Portraits of the hosts, by name. */
  people: { name: string; picture: string | null }[];
  /** Its replay, if available. */
  replay: ReplayStart | null;
  /** Null: it has no page. */
  href: string | null;
}

/** The live page of a channel: `/live/903`, `/live/903/video` and the review variant. Public, so no session is read. */
export async function loader({ params, context, request, url }: LoaderFunctionArgs) {
  const channelId = channelParam(params.id);
  const { db: primary, readDb: db, now, siteUrl, archive } = context.get(requestContext);
  const asked = url.searchParams.get('at');
  const moment = asked === null ? null : await liveMoment({ db: primary, now }, channelId, asked);
  const page = await getLiveChannel({ db, now }, channelId);
  const days = [...new Set(page.timetableList.map((item) => stationDayOf(new Date(item.startsAtMs))))];
  const heard = await Promise.all(days.map((dayHk) => listReplaysOfDay(db, { streamId: channelId, dayHk })));
  const replays = heard.flat().map((each) => toReplay(each, archive, now));
  const hosts = await listHosts({ db }, { channelId });
  const portraits = new Map(hosts.map((host) => [host.id, host.picture]));
  const row = (item: Broadcast): LiveRow => ({
    ...itemFromBroadcast(item),
    phrased: phrase(item.programName),
    tagline: item.tagline,
    people: item.hosts.map((host) => ({ name: host.name, picture: portraits.get(host.id) ?? null })),
    replay: slotReplay(replays, item),
    href: item.hasPage ? paths.program(item.programId, item.programSlug) : null,
  });
  const latest = await listLatestSongs({ db, now }, { channelId, limit: LATEST_SONGS });
  const { pathname } = new URL(request.url);
  const related = page.current.hasPage
    ? await listRelatedPrograms({ db, now }, { programId: page.current.programId, limit: RELATED })
    : [];
  const shown = {
    channelId,
    siteUrl,
    moment,
    missed: await listMissed({ db, now }, channelId),
    nowMs: now.getTime(),
    isReview: pathname.includes('review'),
    rows: page.timetableList.map(row),
    keyart: page.current.keyart,
    videoIntervals: page.videoIntervals,
    related: related.map(toProgramCard),
    latestSongs: latest.map(({ markId, startsAt, title, artist }) => ({
      markId,
      startsAtMs: startsAt.getTime(),
      title,
      artist,
    })),
  };
  return data(shown, {
    headers: publicPage({ tags: ['timetable', 'programs', 'hosts', 'archive', songsTag(channelId)] }),
  });
}

export const headers = ({ loaderHeaders, errorHeaders }: HeadersArgs) => errorHeaders ?? loaderHeaders;
