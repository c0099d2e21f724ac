import type { Db } from '#db/database.ts';
import { CHANNEL_IDS, type ChannelId } from '#shared/enums.ts';
import type { DayHk } from '#shared/hk-time.ts';
import { isPossibleId } from '#shared/ids.ts';
import { errorOf, finalAtMs, MINUTE_MS, spanOfDay } from './audience.rules.ts';
import { findDay } from './days.store.ts';
import {
  findAdFaults,
  findAds,
  findBroadcasts,
  findCounts,
  findLine,
  findMinutes,
  findPlayers,
  findPositions,
  findReaders,
  findSlotsOfGroup,
  findTitles,
  findWeight,
  wholeMinutesBefore,
} from './figures.store.ts';
import { findLate } from './late.store.ts';

/** Browsers report every minute, so a minute is complete one or two minutes later. */
const NOW_MINUTES = 3;
const NOW_LAG_MS = 90_000;
const MAX_BROADCASTS = 200;
const MAX_LISTED = 20;
const MAX_ADS = 60;

/** Percentage of reporting sessions among the players that fetched playlists. Null if none were counted. */
const coverageOf = (sessions: number, players: number): number | null =>
  players === 0 ? null : Math.min(100, Math.round((sessions / players) * 100));

/** Advertising of a day in the slots of a group of pages. */
export const slotsOfGroup = ({ db }: { db: Db }, dayHk: DayHk, group: string) =>
  findSlotsOfGroup(db, dayHk, group, MAX_ADS);

/** Creatives with faults since a day, most first. */
export const adFaults = ({ db }: { db: Db }, since: DayHk) => findAdFaults(db, since, MAX_ADS);

/** Listeners of the last complete minutes, by channel and rendition. */
export async function listenersNow({ db, now }: { db: Db; now: Date }) {
  const span = wholeMinutesBefore(new Date(now.getTime() - NOW_LAG_MS), NOW_MINUTES);
  const [rows, players] = await Promise.all([findMinutes(db, span), findPlayers(db, span)]);
  return CHANNEL_IDS.map((channel) => {
    const own = rows.filter((row) => row.channel === channel);
    const listeners = (some: typeof own) =>
      some.reduce((sum, { heardMs }) => sum + heardMs, 0) / MINUTE_MS / NOW_MINUTES;
    const seen = Math.max(0, ...players.filter((row) => row.channel === channel).map((row) => row.players));
    const sessions = own.reduce((sum, row) => sum + row.sessions, 0);
    return {
      channel,
      listeners: listeners(own),
      behind: listeners(own.filter(({ behind }) => behind === 1)),
      renditions: [...Map.groupBy(own, ({ rendition }) => rendition)].map(([rendition, some]) => ({
        rendition,
        listeners: listeners(some),
      })),
      players: seen,
      coverage: coverageOf(sessions, seen),
    };
  });
}

/** A day by minute: listeners of each channel, and the share of players that reported. */
export async function dayLine({ db }: { db: Db }, dayHk: DayHk) {
  const span = spanOfDay(dayHk);
  const [rows, players] = await Promise.all([findLine(db, span), findPlayers(db, span)]);
  return CHANNEL_IDS.map((channel) => {
    const own = rows.filter((row) => row.channel === channel);
    const minutes = own.map(({ minute, heardMs }) => ({
      minute: Math.round((minute.getTime() - span.fromMs) / MINUTE_MS),
      listeners: heardMs / MINUTE_MS,
    }));
    const peak = minutes.reduce<(typeof minutes)[number] | null>(
      (most, one) => (most === null || one.listeners > most.listeners ? one : most),
      null,
    );
    // Only minutes with counted players: where the origin did not count, coverage is unknown.
    const counted = new Map(
      players.filter((row) => row.channel === channel).map((row) => [row.minute.getTime(), row.players]),
    );
    const reported = own.reduce((sum, { minute, sessions }) => sum + (counted.has(minute.getTime()) ? sessions : 0), 0);
    return {
      channel,
      minutes,
      heardMs: own.reduce((sum, { heardMs }) => sum + heardMs, 0),
      peak,
      coverage: coverageOf(
        reported,
        [...counted.values()].reduce((sum, one) => sum + one, 0),
      ),
    };
  });
}

/** Broadcasts that started on a day, with their listeners by minute: live, behind the edge, and in replay. */
export async function programmesOf({ db, now }: { db: Db; now: Date }, dayHk: DayHk) {
  const span = spanOfDay(dayHk);
  const broadcasts = await findBroadcasts(db, span, CHANNEL_IDS, MAX_BROADCASTS);
  const lastMs = Math.max(span.toMs, ...broadcasts.map(({ endsAt }) => endsAt.getTime()));
  const positions = await findPositions(db, CHANNEL_IDS, { fromMs: span.fromMs - MINUTE_MS, toMs: lastMs });
  const byStream = Map.groupBy(positions, ({ streamId }) => streamId);
  return broadcasts.flatMap(({ id, title, streamId, startsAt, endsAt }) => {
    const toMs = Math.min(endsAt.getTime(), now.getTime());
    const length = Math.max(1, Math.ceil((toMs - startsAt.getTime()) / MINUTE_MS));
    const firstMs = Math.floor(startsAt.getTime() / MINUTE_MS) * MINUTE_MS;
    const line: number[] = Array.from({ length }, () => 0);
    const heard = { live: 0, behind: 0, replay: 0 };
    for (const { minute, how, heardMs } of byStream.get(streamId) ?? []) {
      const place = (minute.getTime() - firstMs) / MINUTE_MS;
      if (place < 0 || place >= length) continue;
      heard[how] += heardMs;
      if (how !== 'replay') line[place] = (line[place] ?? 0) + heardMs / MINUTE_MS;
    }
    const all = heard.live + heard.behind + heard.replay;
    if (all === 0) return [];
    const peak = Math.max(...line);
    const end = line.at(-2) ?? line.at(-1) ?? 0;
    return [
      {
        id,
        title,
        channel: streamId as ChannelId,
        startsAtMs: startsAt.getTime(),
        endsAtMs: endsAt.getTime(),
        average: (heard.live + heard.behind) / MINUTE_MS / length,
        peak,
        /** Percentage of the peak audience lost by the end. */
        dropped: peak === 0 ? null : Math.round((1 - end / peak) * 100),
        heardMs: all,
        replayMs: heard.replay,
        line,
      },
    ];
  });
}

async function titled(db: Db, dayHk: DayHk, kind: 'article' | 'replay' | 'film') {
  const rows = await findCounts(db, dayHk, kind, MAX_LISTED);
  const ids = rows.map(({ key }) => Number(key)).filter(isPossibleId);
  const titles = await findTitles(db, kind, ids);
  const readers = kind === 'article' ? await findReaders(db, dayHk, ids) : new Map<number, number>();
  return rows.map((row) => ({
    ...row,
    title: titles.get(Number(row.key)) ?? null,
    readers: readers.get(Number(row.key)) ?? null,
  }));
}

/** Articles, replays, films, searches and errors of a day. */
export async function countsOf({ db }: { db: Db }, dayHk: DayHk) {
  const [articles, replays, films, searches, empty, errors] = await Promise.all([
    titled(db, dayHk, 'article'),
    titled(db, dayHk, 'replay'),
    titled(db, dayHk, 'film'),
    findCounts(db, dayHk, 'search', MAX_LISTED),
    findCounts(db, dayHk, 'search-empty', MAX_LISTED),
    findCounts(db, dayHk, 'error', MAX_LISTED),
  ]);
  return { articles, replays, films, searches, empty, errors };
}

/** Advertising figures of a day by slot, bidder and advertiser. */
export async function adsOf({ db }: { db: Db }, dayHk: DayHk) {
  const [slots, bidders, advertisers] = await Promise.all([
    findAds(db, dayHk, 'slot', MAX_ADS),
    findAds(db, dayHk, 'bidder', MAX_ADS),
    findAds(db, dayHk, 'advertiser', MAX_ADS),
  ]);
  return { slots, bidders, advertisers: advertisers.filter(({ key }) => key !== '') };
}

/** How reliable the figures of a day are. */
export async function standingOf({ db }: { db: Db }, dayHk: DayHk) {
  const [day, channels, late, oneIn] = await Promise.all([
    findDay(db, dayHk),
    findCounts(db, dayHk, 'channel', 3),
    findLate(db, dayHk),
    findWeight(db, dayHk),
  ]);
  const sessions = channels.reduce((sum, row) => sum + row.sessions, 0);
  const isFinal = day?.isFinal ?? false;
  return {
    computedAtMs: day?.computedAt?.getTime() ?? null,
    isFinal,
    finalAtMs: finalAtMs(dayHk),
    late,
    oneIn,
    sessionsError: errorOf(sessions, oneIn),
    sessions,
    visitors: channels.reduce((sum, row) => sum + row.visitors, 0),
  };
}
