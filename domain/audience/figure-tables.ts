import type { Db } from '#db/database.ts';
import { CHANNEL_IDS } from '#shared/enums.ts';
import { clockOfMinute, MINUTES_A_DAY, type DayHk } from '#shared/hk-time.ts';
import type { FigureTableName } from './figures.rules.ts';
import { adsOf, countsOf, dayLine, programmesOf } from './figures.ts';

interface Table {
  head: readonly string[];
  rows: readonly (readonly unknown[])[];
}

type Counts = Awaited<ReturnType<typeof countsOf>>;
type Ads = Awaited<ReturnType<typeof adsOf>>;

async function minutes({ db }: { db: Db }, dayHk: DayHk): Promise<Table> {
  const byMinute = (await dayLine({ db }, dayHk)).map(
    (line) => new Map(line.minutes.map(({ minute, listeners }) => [minute, listeners])),
  );
  return {
    head: ['minute', ...CHANNEL_IDS.map((channel) => `listeners_${channel}`)],
    rows: Array.from({ length: MINUTES_A_DAY }, (_, minute) => [
      clockOfMinute(minute),
      ...byMinute.map((line) => line.get(minute) ?? 0),
    ]),
  };
}

async function programmes(at: { db: Db; now: Date }, dayHk: DayHk): Promise<Table> {
  const found = await programmesOf(at, dayHk);
  return {
    head: [
      'broadcast_id',
      'title',
      'channel',
      'starts_at',
      'ends_at',
      'average',
      'peak',
      'dropped_percent',
      'heard_ms',
      'replay_ms',
    ],
    rows: found.map((one) => [
      one.id,
      one.title,
      one.channel,
      new Date(one.startsAtMs),
      new Date(one.endsAtMs),
      one.average,
      one.peak,
      one.dropped,
      one.heardMs,
      one.replayMs,
    ]),
  };
}

const titled = (rows: Counts['articles']): Table => ({
  head: ['id', 'title', 'events', 'sessions', 'consenting_visitors', 'all_readers', 'heard_ms'],
  rows: rows.map((row) => [row.key, row.title, row.events, row.sessions, row.visitors, row.readers, row.heardMs]),
});

const counted = (rows: Counts['searches']): Table => ({
  head: ['key', 'events', 'sessions'],
  rows: rows.map(({ key, events, sessions }) => [key, events, sessions]),
});

const advertising = (rows: Ads['slots']): Table => ({
  head: ['key', 'requests', 'fills', 'viewables', 'clicks', 'drops', 'reports', 'revenue_micros'],
  rows: rows.map((row) => [
    row.key,
    row.requests,
    row.fills,
    row.viewables,
    row.clicks,
    row.drops,
    row.reports,
    row.revenueMicros,
  ]),
});

/** A table of a day as the desk shows it, with exact numbers and names of fields as its head. */
export async function figureTable(at: { db: Db; now: Date }, dayHk: DayHk, name: FigureTableName): Promise<Table> {
  switch (name) {
    case 'minutes':
      return minutes(at, dayHk);
    case 'programmes':
      return programmes(at, dayHk);
    case 'articles':
    case 'replays':
    case 'films':
      return titled((await countsOf(at, dayHk))[name]);
    case 'searches':
      return counted((await countsOf(at, dayHk)).searches);
    case 'empty-searches':
      return counted((await countsOf(at, dayHk)).empty);
    case 'errors':
      return counted((await countsOf(at, dayHk)).errors);
    case 'ad-slots':
      return advertising((await adsOf(at, dayHk)).slots);
    case 'ad-bidders':
      return advertising((await adsOf(at, dayHk)).bidders);
    case 'advertisers':
      return advertising((await adsOf(at, dayHk)).advertisers);
  }
}
