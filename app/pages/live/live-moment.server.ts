import { redirect } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import type { RequestContext } from '#app/context.server.ts';
import { paths } from '#app/paths.ts';
import { channelText } from '#app/text/zh-hk/channels.ts';
import { liveMomentText as words } from '#app/text/zh-hk/live-moment.ts';
import { ARCHIVE_TAG } from '#domain/archive/archive-tags.rules.ts';
import { canRewindTo } from '#domain/media/kept-sound.ts';
import { momentAt, type Moment } from '#domain/moments/moments.ts';
import type { ChannelId } from '#shared/enums.ts';
import { liveMomentPath, momentCardPath, parseLiveMoment } from '#shared/paths/live-moment.ts';
import { stationDayOf } from '#shared/station-day.ts';

/** Sound of the last seconds may not be stored yet. */
const SETTLES_MS = 30_000;

/** The shared instant of a live page, in words. */
export interface LiveMoment {
  kind: 'live' | 'none' | 'future';
  atMs: number;
  when: string;
  /** Its broadcast day. */
  day: string;
  /** What was said or sung then; empty if unknown. */
  said: string;
  /** Metadata of the shared link. */
  card: { path: string; title: string; description: string; socialPath: string };
}

const saidWords = ({ said, song }: Pick<Moment, 'said' | 'song'>): string =>
  said !== null ? words.said(said) : song !== null ? words.song(song.title, song.artist) : '';

/**
 * `?at=` of a live page. An instant that live can be rewound to is played here; an earlier one by its replay, to which
 * this leads; without one the page says so. Null for an invalid time: the page is the ordinary one.
 */
export async function liveMoment(
  { db, now }: Pick<RequestContext, 'db' | 'now'>,
  channelId: ChannelId,
  text: string,
): Promise<LiveMoment | null> {
  const parsed = parseLiveMoment(text, now);
  if (parsed === null) return null;
  const { at, isDated } = parsed;
  const path = liveMomentPath(channelId, at.getTime());
  // The URL with a day means the same tomorrow, so that one is shown, shared and cached.
  if (!isDated)
    throw redirect(path, { status: 302, headers: publicPage({ freshSeconds: 1, staleSeconds: 0, tags: [] }) });
  const moment = await momentAt({ db }, { streamId: channelId, at });
  const isLive = at <= now && (now.getTime() - at.getTime() < SETTLES_MS || (await canRewindTo(db, channelId, at)));
  if (!isLive && moment.section !== null && at <= now)
    throw redirect(paths.replay(moment.section.broadcast.id, { atMs: at.getTime() }), {
      status: 302,
      headers: publicPage({ tags: [ARCHIVE_TAG] }),
    });
  const when = words.when(at, now);
  const { name } = channelText[channelId];
  const said = isLive ? saidWords(moment) : '';
  const programme = moment.section && (moment.section.broadcast.title ?? moment.section.broadcast.programTitle);
  return {
    kind: isLive ? 'live' : at > now ? 'future' : 'none',
    atMs: at.getTime(),
    when,
    day: stationDayOf(at),
    said,
    card: {
      path,
      title: words.titleOf(name, programme, when),
      description: said || words.description(name, when),
      socialPath: momentCardPath(channelId, at.getTime()),
    },
  };
}
