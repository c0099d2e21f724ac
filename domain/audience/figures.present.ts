import { z } from 'zod';
import { MINUTES_A_DAY, unixSeconds } from '#shared/hk-time.ts';
import { MINUTE_MS } from './audience.rules.ts';
import type { adsOf, countsOf, dayLine, listenersNow, programmesOf, standingOf } from './figures.ts';

type Of<Read extends (...given: never[]) => Promise<unknown>> = Awaited<ReturnType<Read>>;
type Counts = Of<typeof countsOf>;

const whole = z.number().int();
const channel = whole;
const percent = whole.nullable().describe('Percent; null: unknown');

const countSchema = z.object({
  key: z.string(),
  events: whole,
  sessions: whole,
  visitors: whole,
  heard_ms: z.number(),
});
const titledSchema = countSchema.extend({
  title: z.string().nullable(),
  readers: whole.nullable().describe('Readers of an article, with or without consent'),
});
const adSchema = z.object({
  key: z.string(),
  requests: whole,
  fills: whole,
  viewables: whole,
  clicks: whole,
  drops: whole,
  reports: whole,
  revenue_micros: z.number(),
});
const standingSchema = z.object({
  computed_ts: z.number().nullable(),
  is_final: z.boolean(),
  final_ts: z.number().describe('From then on later reports change nothing'),
  late_reports: whole,
  late_heard_ms: z.number(),
  one_in: whole.describe('Of how many browsers one reported while reports were sampled; 1: all'),
  sessions_error: z.number().describe('Plus or minus, 19 times out of 20'),
  sessions: whole,
  visitors: whole.describe('Browsers that agreed to statistics'),
});
const dayFields = {
  day: z.string(),
  today: z.string(),
};

export const nowReply = z.object({
  channels: z.array(
    z.object({
      channel,
      listeners: z.number(),
      behind: z.number(),
      renditions: z.array(z.object({ rendition: z.string(), listeners: z.number() })),
      players: whole,
      coverage: percent,
    }),
  ),
});
export const listeningReply = z.object({
  ...dayFields,
  lines: z.array(
    z.object({
      channel,
      minutes_ms: z.array(whole).length(MINUTES_A_DAY).describe('Heard in each minute; 60,000 are one listener'),
      heard_ms: z.number(),
      peak: z.object({ minute: whole, listeners: z.number() }).nullable(),
      coverage: percent,
    }),
  ),
  programmes: z.array(
    z.object({
      broadcast_id: whole,
      title: z.string(),
      channel,
      starts_ts: z.number(),
      ends_ts: z.number(),
      average: z.number(),
      peak: z.number(),
      dropped: percent,
      heard_ms: z.number(),
      replay_ms: z.number(),
      line: z.array(z.number()).describe('Listeners by minute, to a tenth'),
    }),
  ),
  replays: z.array(titledSchema),
  films: z.array(titledSchema),
  errors: z.array(countSchema),
  standing: standingSchema,
});
export const contentReply = z.object({
  ...dayFields,
  articles: z.array(titledSchema),
  searches: z.array(countSchema),
  empty: z.array(countSchema),
  standing: standingSchema,
});
export const adsReply = z.object({
  ...dayFields,
  slots: z.array(adSchema),
  bidders: z.array(adSchema),
  advertisers: z.array(adSchema),
});

const countWire = ({ key, events, sessions, visitors, heardMs }: Counts['searches'][number]) => ({
  key,
  events,
  sessions,
  visitors,
  heard_ms: heardMs,
});
const titledWire = ({ title, readers, ...count }: Counts['articles'][number]) => ({
  ...countWire(count),
  title,
  readers,
});
const adWire = ({ revenueMicros, ...ad }: Of<typeof adsOf>['slots'][number]) => ({
  key: ad.key,
  requests: ad.requests,
  fills: ad.fills,
  viewables: ad.viewables,
  clicks: ad.clicks,
  drops: ad.drops,
  reports: ad.reports,
  revenue_micros: revenueMicros,
});

export const presentNow = (channels: Of<typeof listenersNow>) => ({ channels });

export const presentStanding = (standing: Of<typeof standingOf>) => ({
  computed_ts: standing.computedAtMs === null ? null : unixSeconds(new Date(standing.computedAtMs)),
  is_final: standing.isFinal,
  final_ts: unixSeconds(new Date(standing.finalAtMs)),
  late_reports: standing.late.reports,
  late_heard_ms: standing.late.heardMs,
  one_in: standing.oneIn,
  sessions_error: standing.sessionsError,
  sessions: standing.sessions,
  visitors: standing.visitors,
});

function presentLine({ minutes, heardMs, ...line }: Of<typeof dayLine>[number]) {
  const minutesMs: number[] = Array.from({ length: MINUTES_A_DAY }, () => 0);
  for (const { minute, listeners } of minutes) minutesMs[minute] = Math.round(listeners * MINUTE_MS);
  return { ...line, minutes_ms: minutesMs, heard_ms: heardMs };
}

export const presentListening = (
  lines: Of<typeof dayLine>,
  programmes: Of<typeof programmesOf>,
  { replays, films, errors }: Pick<Counts, 'replays' | 'films' | 'errors'>,
) => ({
  lines: lines.map(presentLine),
  programmes: programmes.map((one) => ({
    broadcast_id: one.id,
    title: one.title,
    channel: one.channel,
    starts_ts: unixSeconds(new Date(one.startsAtMs)),
    ends_ts: unixSeconds(new Date(one.endsAtMs)),
    average: one.average,
    peak: one.peak,
    dropped: one.dropped,
    heard_ms: one.heardMs,
    replay_ms: one.replayMs,
    line: one.line.map((n) => Math.round(n * 10) / 10),
  })),
  replays: replays.map(titledWire),
  films: films.map(titledWire),
  errors: errors.map(countWire),
});

export const presentContent = ({ articles, searches, empty }: Counts) => ({
  articles: articles.map(titledWire),
  searches: searches.map(countWire),
  empty: empty.map(countWire),
});

export const presentAds = ({ slots, bidders, advertisers }: Of<typeof adsOf>) => ({
  slots: slots.map(adWire),
  bidders: bidders.map(adWire),
  advertisers: advertisers.map(adWire),
});
