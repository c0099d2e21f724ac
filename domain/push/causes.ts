import type { Db } from '#db/database.ts';
import { getBroadcast } from '#domain/archive/archive.ts';
import { hasEnded } from '#domain/archive/archive.rules.ts';
import { listNewReplays } from '#domain/archive/replay-lists.ts';
import { findLine } from '#domain/breaking-news/breaking-news.ts';
import { listEvents } from '#domain/events/events.ts';
import { foldName } from '#domain/songs/song-plays.ts';
import { listComingSongs } from '#domain/songs/songs.ts';
import { programmesBetween } from '#domain/timetable/timetable.ts';
import { listTunnelBoard } from '#domain/traffic/traffic.ts';
import { CHANNEL_IDS } from '#shared/enums.ts';
import { eventPaths } from '#shared/paths/event-paths.ts';
import { contentPaths } from '#shared/paths/content-paths.ts';
import { queueAnnouncements, type Announcement } from './messages.ts';
import { findQueuedCauses, type Message } from './messages.store.ts';
import { findHostIds } from './push.store.ts';
import { pushWords } from './push.words.ts';

// Events of the station, and whether their notifications still apply. A cause is the name of an event: it is
// notified once, wherever and however often it is seen.

interface Context {
  db: Db;
  now: Date;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How late an event is still news, for example after an outage. */
const REPLAY_SEEN_MS = 3 * HOUR_MS;
const SALE_SEEN_MS = 6 * HOUR_MS;
/** How long a message held back by quiet hours is worth sending. */
const REPLAY_LIFE_MS = 12 * HOUR_MS;
const SALE_LIFE_MS = 24 * HOUR_MS;
const TUNNEL_LIFE_MS = HOUR_MS;
/** Lead time of the notification of a programme. */
const ON_AIR_BEFORE_MS = 10 * MINUTE_MS;
/** Lead time of the notification of a song, before its planned time. */
const SONG_BEFORE_MS = 5 * MINUTE_MS;
/** A song moved further than this is not the one of the notification. */
const SONG_MOVED_MS = 2 * MINUTE_MS;
/** More than a station has in these hours. */
const LISTED = 200;

const topicsOf = (programId: number, hostIds: readonly number[]) => [
  `program:${programId}`,
  ...hostIds.map((id) => `host:${id}`),
];

async function newReplays({ db, now }: Context): Promise<Announcement[]> {
  const since = new Date(now.getTime() - REPLAY_SEEN_MS);
  const replays = await listNewReplays({ db, now }, { since, limit: LISTED });
  const causeOf = (id: number) => `replay:${id}`;
  const queued = await findQueuedCauses(
    db,
    replays.map(({ id }) => causeOf(id)),
  );
  const fresh = replays.filter(({ id }) => !queued.has(causeOf(id)));
  return Promise.all(
    fresh.map(async (replay) => ({
      cause: causeOf(replay.id),
      kind: 'replay' as const,
      topics: topicsOf(replay.programId, await findHostIds(db, replay.programId)),
      ...pushWords.replay(replay),
      path: contentPaths.replay(replay.id),
      tag: causeOf(replay.id),
      expiresAt: new Date(now.getTime() + REPLAY_LIFE_MS),
    })),
  );
}

async function soonOnAir(context: Context): Promise<Announcement[]> {
  const { now } = context;
  const until = new Date(now.getTime() + ON_AIR_BEFORE_MS + 1);
  const items = await Promise.all(CHANNEL_IDS.map((id) => programmesBetween(context, id, now, until)));
  return items
    .flat()
    .filter((item) => item.hasPage && item.source !== 'filler' && item.startsAtMs > now.getTime())
    .map((item) => ({
      cause: `on_air:${item.channelId}:${item.startsAtMs}:${item.programId}`,
      kind: 'on_air' as const,
      topics: topicsOf(
        item.programId,
        item.hosts.map(({ id }) => id),
      ),
      ...pushWords.onAir(item),
      path: `/live/${item.channelId}`,
      tag: `on_air:${item.programId}`,
      expiresAt: new Date(item.startsAtMs),
    }));
}

async function soonPlayed(context: Context): Promise<Announcement[]> {
  const until = new Date(context.now.getTime() + SONG_BEFORE_MS + 1);
  const songs = await Promise.all(
    CHANNEL_IDS.map(async (channelId) =>
      (await listComingSongs(context, { channelId, until })).map((song) => ({ channelId, song })),
    ),
  );
  return songs.flat().map(({ channelId, song }) => ({
    cause: `song:${channelId}:${song.markId}`,
    kind: 'song' as const,
    topics: [`song:${song.songId}`, ...(song.artist === '' ? [] : [`singer:${foldName(song.artist)}`])],
    ...pushWords.song(song, channelId),
    path: `/live/${channelId}`,
    tag: `song:${song.songId}`,
    expiresAt: song.startsAt,
  }));
}

async function openedSales({ db, now }: Context): Promise<Announcement[]> {
  const events = await listEvents({ db, now }, LISTED);
  return events
    .filter(({ sale, sellsFrom }) => sale === 'on' && sellsFrom.getTime() > now.getTime() - SALE_SEEN_MS)
    .map((event) => ({
      cause: `sale:${event.id}`,
      kind: 'sale' as const,
      topics: [`event:${event.id}`],
      ...pushWords.sale(event),
      path: eventPaths.liveEvent(event.id),
      tag: `sale:${event.id}`,
      expiresAt: new Date(Math.min(event.sellsUntil.getTime(), event.sellsFrom.getTime() + SALE_LIFE_MS)),
    }));
}

/** Each minute: queues messages about events now due. Returns how many were new. */
export async function announceDue(context: Context): Promise<number> {
  const due = await Promise.all([newReplays(context), soonOnAir(context), soonPlayed(context), openedSales(context)]);
  return queueAnnouncements(context.db, due.flat(), context.now);
}

/** Queues a notification of breaking news or a weather warning, once for each wording. */
export async function announceLine(context: Context, id: number): Promise<void> {
  const line = await findLine(context, id);
  if (line === null || line.kind === 'service') return;
  const kind = line.kind === 'breaking' ? ('news' as const) : ('weather' as const);
  const cause = `line:${line.id}:${line.revision}`;
  const path = line.path || '/';
  const { endsAt: expiresAt } = line;
  const words = pushWords[kind](line.words);
  await queueAnnouncements(
    context.db,
    [{ cause, kind, topics: [], ...words, path, tag: kind, expiresAt }],
    context.now,
  );
}

/** Notifies followers of a tunnel of its closing or opening. */
export async function announceTunnel(
  { db, now }: Context,
  { tunnel, isClosed, atMs }: { tunnel: string; isClosed: boolean; atMs: number },
): Promise<void> {
  const one: Announcement = {
    cause: `tunnel:${Number(isClosed)}:${atMs}:${tunnel}`,
    kind: 'tunnel',
    topics: [`tunnel:${tunnel}`],
    ...pushWords.tunnel(tunnel, isClosed),
    path: '/traffic',
    tag: `tunnel:${tunnel}`,
    expiresAt: new Date(atMs + TUNNEL_LIFE_MS),
  };
  await queueAnnouncements(db, [one], now);
}

/**
 * Whether a message still applies. What waited through quiet hours may have been taken down, cancelled, ended or opened
 * again since.
 */
export async function stillApplies(
  context: Context,
  { cause, expiresAt }: Pick<Message, 'cause' | 'expiresAt'>,
): Promise<boolean> {
  const { db, now } = context;
  const [name = '', first = '', second = '', ...rest] = cause.split(':');
  const id = Number(first);
  switch (name) {
    case 'replay': {
      const found = await getBroadcast(db, id);
      if (found === undefined) return false;
      const { broadcast } = found;
      return broadcast.hasPage && broadcast.state === 'shown' && !hasEnded(broadcast, now);
    }
    case 'on_air': {
      const startsAt = new Date(Number(second));
      const channelId = CHANNEL_IDS.find((one) => one === id);
      if (channelId === undefined) return false;
      const [item] = await programmesBetween(context, channelId, startsAt, new Date(startsAt.getTime() + 1));
      return item?.hasPage === true && item.startsAtMs === startsAt.getTime() && item.programId === Number(rest[0]);
    }
    case 'song': {
      const channelId = CHANNEL_IDS.find((one) => one === id);
      if (channelId === undefined) return false;
      const until = new Date(expiresAt.getTime() + SONG_MOVED_MS);
      const coming = await listComingSongs(context, { channelId, until });
      return coming.some(
        ({ markId, startsAt }) => markId === Number(second) && startsAt.getTime() > expiresAt.getTime() - SONG_MOVED_MS,
      );
    }
    case 'sale': {
      // Without an exception for one that is gone, which would hold back everything else.
      const event = (await listEvents(context, LISTED)).find((one) => one.id === id);
      return event?.sale === 'on';
    }
    case 'line': {
      const line = await findLine(context, id);
      return line?.revision === Number(second);
    }
    case 'tunnel': {
      const board = await listTunnelBoard(context);
      return board.some((tunnel) => tunnel.name === rest.join(':') && tunnel.isClosed === (first === '1'));
    }
    default:
      return true;
  }
}
