import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '#db/database.ts';
import * as articlesDoor from '#domain/articles/articles.ts';
import { rankMostViewed } from '#domain/articles/article-views.ts';
import { getMediaFileOf } from '#domain/articles/media-files.ts';
import * as chartDoor from '#domain/chart/chart.ts';
import * as hostsDoor from '#domain/hosts/hosts.ts';
import * as pagesDoor from '#domain/pages/pages.ts';
import * as replaysDoor from '#domain/archive/replay-lists.ts';
import * as programsDoor from '#domain/programs/programs.ts';
import {
  getFilm,
  listCategories,
  listFeatured,
  listFilms,
  listFilmsById,
  listMore,
  listMostPlayed,
  pageOfStream,
} from '#domain/films/films.ts';
import * as songsDoor from '#domain/songs/songs.ts';
import { listSongPlays } from '#domain/songs/song-plays.ts';
import { soundMarks } from '#domain/songs/sound-marks.ts';
import * as searchDoor from '#domain/search/search.ts';
import * as trafficDoor from '#domain/traffic/traffic.ts';
import { Brand } from '#shared/enums.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import { insertSmallNewsroom } from '#tests/factories/newsroom.ts';
import { insertSmallStation } from '#tests/factories/station.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { plansOf, scannedTables } from '#tests/setup/plans.ts';

// Every query of a public page, over tables so large that a full scan is avoidable.

/** A vocabulary of two-character words: the first occur in every other document, the last in a few. */
const WORDS = 2_000;
const wordOf = (n: number) => String.fromCodePoint(0x4e00 + n) + String.fromCodePoint(0x6000 + n);

const FILL = [
  `insert into program_categories (id, name) select 100 + i, 'category ' || i from generate_series(1, 3000) as i`,
  `insert into programs (id, title, title_chi, slug, category_id, channel_bitwise, keyart, position)
    select 100 + i, 'program ' || i, 'program ' || i, 'program-' || i, 1 + i % 2, 1 + i % 7, '', i from generate_series(1, 3000) as i`,
  `insert into hosts (id, name, slug, channel_bitwise, picture, position)
    select 100 + i, 'host ' || i, 'host-' || i, 1 + i % 7, '', i from generate_series(1, 3000) as i`,
  `insert into program_hosts (program_id, host_id) select 100 + i, 100 + 1 + (i * 7) % 3000 from generate_series(1, 3000) as i`,
  `insert into schedules (channel_id, program_id, weekday_bitwise, start_minute, end_minute, valid_from)
    select (array[881, 903, 864])[1 + i % 3], 100 + i, 1 + i % 127, i % 1400, i % 1400 + 30, '2020-01-01' from generate_series(1, 3000) as i`,
  `insert into media_streams (id, kind, name) select id, 'channel', id from unnest(array[881, 903, 864]) as id on conflict do nothing`,
  `insert into program_archives (id, program_id, stream_id, day_hk, starts_at, ends_at, is_over)
    select i, 101 + i % 3000, (array[881, 903, 864])[1 + i % 3], '2016-01-01'::date + i / 24, timestamptz '2016-01-01' + i * interval '1 hour', timestamptz '2016-01-01' + (i + 1) * interval '1 hour', true
    from generate_series(1, 30000) as i`,
  `insert into archive_programs (program_id) select id from programs`,
  `insert into archive_sections (id, archive_id, section_no, starts_at, ends_at)
    select id, id, 1, starts_at, ends_at from program_archives`,
  `insert into heard_spans (member_id, stream_id, day_hk, spans)
    select m.id, (array[881, 903, 864])[1 + i % 3], '2016-01-02'::date + i, tstzmultirange(tstzrange(timestamptz '2016-01-02' + i * interval '1 day', timestamptz '2016-01-02' + i * interval '1 day' + interval '90 minutes'))
    from generate_series(0, 5000) as i cross join (select min(id) as id from members) m`,
  `insert into article_columns (id, kind, name, slug, host_id, position)
    select 100 + i, 1 + i % 8, 'column ' || i, 'column-' || i, 100 + i, i from generate_series(1, 3000) as i`,
  `insert into article_categories (id, content_type, name, slug, position)
    select 100 + i, 301 + i % 8, 'category ' || i, 'category-' || i, i from generate_series(1, 3000) as i`,
  `insert into media_files (id, kind, title, sha256, mime_type, bytes, duration_ms)
    select 100 + i, 1, 'file ' || i, lpad(i::text, 64, '0'), 'audio/mp4', 1, 1 from generate_series(1, 3000) as i`,
  `insert into articles (id, content_type, title, slug, blocks, state, publish_at, column_id, category_id, program_id, section, is_road_coop, is_hot)
    select 1000 + i, kind, 'title ' || i, 'slug-' || i,
      jsonb_build_array(jsonb_build_object('type', 1, 'html', repeat('字', 200))),
      (array['published', 'published', 'published', 'published', 'published', 'published', 'draft', 'withdrawn'])[1 + i % 8],
      now() - i * interval '7 minutes',
      case when kind = 302 then case i % 2 when 0 then 1 else 101 + i % 20 end end,
      case kind when 301 then case i % 2 when 0 then 1 else 101 + i % 20 end when 305 then 2 end,
      case when kind = 303 then 1 + i % 5 end,
      case kind when 304 then (array['local', 'greaterchina', 'international', 'finance', 'sports'])[1 + i % 5]
        when 305 then 'editorial' when 306 then 'traffic' end,
      kind = 306 and i % 10 < 3, i % 50 = 0
    from (select i, (array[301, 302, 303, 304, 304, 304, 305, 306, 307, 308])[1 + (i * 7919) % 10] as kind
      from generate_series(1, 20000) as i) as numbered`,
  `insert into live_blogs (article_id, opened_at, closed_at) select id, now(), now() from articles where id % 5 = 0`,
  `insert into article_views (article_id, day_hk, views)
    select 1000 + i, (now() at time zone 'Asia/Hong_Kong')::date - (i % 7), 1 + i % 300 from generate_series(1, 10000) as i`,
  `insert into audience_days (day_hk, kind, key, events, sessions)
    select (now() at time zone 'Asia/Hong_Kong')::date - i % 400, (array['film', 'replay', 'article', 'search', 'error'])[1 + i / 400 % 5], i / 2000, 1, 1 + i % 90 from generate_series(1, 20000) as i`,
  `insert into songs (id, title, artist) select i, 'song ' || i, 'artist ' || i % 500 from generate_series(1, 6000) as i`,
  `insert into chart_weeks (id, channel_id, week_hk, publish_at)
    select i, (array[881, 903, 864])[1 + i % 3], '2026-11-21'::date - 7 * (i / 3), now() - (i / 3) * interval '7 days' - interval '1 hour' from generate_series(1, 3000) as i`,
  `insert into chart_entries (week_id, position, song_id)
    select w, p, 1 + (w * 2 + p * 13) % 6000 from generate_series(1, 3000) as w cross join generate_series(1, 20) as p`,
  `insert into played_songs (id, title, artist, name_key) select i, 'song ' || i, 'artist ' || i % 500, 'song' || i || chr(10) || 'artist' || i % 500 from generate_series(1, 6000) as i`,
  `insert into on_air_marks (stream_id, kind, starts_at, song_id, report_id)
    select (array[881, 903, 864])[1 + i % 3], 'song', now() - i * interval '90 seconds', 1 + i % 6000, i from generate_series(1, 30000) as i`,
  `insert into video_categories (id, name) select 100 + i, 'category ' || i from generate_series(1, 3000) as i`,
  `insert into media_streams (id, kind, name) select 1000000 + i, 'film', 'film ' || i from generate_series(1, 3000) as i`,
  `insert into videos (id, category_id, title, keyart, price_cents, published_at, stream_id, duration_ms)
    select 100 + i, 101 + i % 20, 'film ' || i, '', 2800, now() - i * interval '1 day', 1000000 + i, 1 from generate_series(1, 3000) as i`,
  `insert into traffic_locations (type, area, name, last_checked_hk, position)
    select 1 + i % 7, (array['HK', 'KLN', 'NT'])[1 + i % 3], 'location ' || i, '2026-11-01', i from generate_series(1, 7000) as i`,
  `insert into static_pages (name, lang, title, blocks)
    select 'page ' || i, 'zh-Hant', 'page ' || i, '[]'::jsonb from generate_series(1, 3000) as i
    union all select name, 'zh-Hant', name, '[]'::jsonb from unnest(array['terms', 'archiveUserguide/1', 'archiveUserguide/2']) as name`,
  `insert into job_openings (brand, title, posted_hk, closes_hk, status)
    select 1 + i % 3, 'job ' || i, '2026-11-01'::date - i, case when i % 2 = 0 then '2026-11-30'::date - i end, 1 + (i % 20) / 19
    from generate_series(1, 6000) as i`,
  `insert into stroke_fund_years (year, title, raised_hkd, families_helped) select i, 'year ' || i, 1, 1 from generate_series(1, 3000) as i`,
];

/** Documents of ten words each and a title of two: articles, songs with their singers, and everything with a name. */
const DOCUMENTS = sql`
  insert into search_documents (content_type, item_id, slug, title, body, names, display_at, visible_from, grams, title_grams)
  select kind, id, slug, words[1] || words[2], array_to_string(words, ''), words[1] || words[2], at, at,
    array_to_tsvector(words), array_to_tsvector(words[1:2])
  from (
    select kind, id, slug, at,
      array(select chr(19968 + n) || chr(24576 + n) from
        (select (${WORDS}::int * (((id * 31 + w * 7919) % 10007) / 10007.0) ^ 3)::int as n from generate_series(1, 10) as w) as picked) as words
    from (select content_type as kind, id, '' as slug, publish_at as at from articles where state = 'published'
      union all select 200, id, '', '1970-01-01' from programs union all select 100, id, '', '1970-01-01' from hosts
      union all select 110, id, '', '1970-01-01' from played_songs
      union all select 111, i + 1, 'artist' || i, '1970-01-01' from generate_series(0, 499) as i) as things
  ) as made on conflict do nothing`;

let database: TestDatabase;
const now = new Date();
const HEARD_AT = new Date('2018-05-06T12:00:00+08:00');
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await insertSmallStation(db);
  await insertSmallNewsroom(db);
  await insertMember(db, 'listener@member.example');
  for (const statement of FILL) await db.execute(sql.raw(statement));
  await db.execute(DOCUMENTS);
  await rankMostViewed({ db, now });
  await db.execute(sql`vacuum analyze`);
}, 120_000);
afterAll(() => database.close());

type Ask = (db: Db) => Promise<unknown>;
type Door = Readonly<Record<string, unknown>>;

const a = articlesDoor;
const common = wordOf(1);
const rare = wordOf(1_800);
/** Every reading function of the doors behind public content, as called by pages. */
const DOORS: [name: string, door: Door, asked: Record<string, Ask[]>][] = [
  [
    'articles',
    articlesDoor,
    {
      listArticles: [
        ...([301, 302, 303, 304, 305, 306, 307, 308] as const).map(
          (kind): Ask =>
            (db) =>
              a.listArticles({ db }, { contentTypes: [kind] }, { limit: 12, page: 3 }),
        ),
        (db) => a.listArticles({ db }, { contentTypes: [301], categoryId: 1 }, { limit: 12 }),
        (db) => a.listArticles({ db }, { contentTypes: [302], columnId: 1 }, { limit: 12 }),
        (db) => a.listArticles({ db }, { columnId: 1 }, { limit: 30 }),
        (db) => a.listArticles({ db }, { section: 'sports' }, { limit: 10, page: 500 }),
        (db) => a.listArticles({ db }, { section: 'traffic', roadCoop: false }, { limit: 10 }),
        (db) => a.listArticles({ db }, { contentTypes: [306], roadCoop: true }, { limit: 10 }),
        (db) => a.listArticles({ db }, { contentTypes: [303], programId: 1 }, { limit: 6 }),
        (db) => a.listArticles({ db }, { news: true }, { limit: 10, page: 500 }),
        (db) => a.listArticles({ db }, { news: true, hot: true }, { limit: 9 }),
      ],
      getArticle: [(db) => a.getArticle({ db }, 1001)],
      listMostViewed: [
        (db) => a.listMostViewed({ db, now }, { contentTypes: [301, 302, 303], limit: 5 }),
        (db) => a.listMostViewed({ db, now }, { contentTypes: [304, 305, 306], limit: 18 }),
      ],
      listRelatedArticles: [1, 3, 5, 11].map(
        (id): Ask =>
          async (db) =>
            a.listRelatedArticles({ db }, await a.getArticle({ db }, id), { limit: 4 }),
      ),
      listColumns: [(db) => a.listColumns({ db }), (db) => a.listColumns({ db }, { hostId: 108 })],
      getColumn: [(db) => a.getColumn({ db }, 108)],
      listArticleCategories: [(db) => a.listArticleCategories({ db }, 301)],
      listArticleAddresses: [(db) => a.listArticleAddresses({ db }, 304, 1)],
      countArticleStretches: [(db) => a.countArticleStretches({ db })],
      listRecentNewsAddresses: [(db) => a.listRecentNewsAddresses({ db, now })],
    },
  ],
  ['recordings', { getMediaFileOf }, { getMediaFileOf: [(db) => getMediaFileOf({ db }, { articleId: 1, fileId: 1 })] }],
  [
    'chart',
    chartDoor,
    {
      listChartChannels: [(db) => chartDoor.listChartChannels({ db, now })],
      getChart: [
        (db) => chartDoor.getChart({ db, now }, { channelId: 903 }),
        (db) => chartDoor.getChart({ db, now }, { channelId: 903, weekHk: '2026-11-14' }),
      ],
    },
  ],
  [
    'songs',
    {
      listSongs: songsDoor.listSongs,
      listLatestSongs: songsDoor.listLatestSongs,
      firstSongDay: songsDoor.firstSongDay,
      soundMarks,
      listSongPlays,
    },
    {
      listSongs: [undefined, '9'].map(
        (q): Ask =>
          (db) =>
            songsDoor.listSongs(
              { db, now },
              { channelId: 903, from: new Date(now.getTime() - 86_400_000), to: now, q },
            ),
      ),
      listLatestSongs: [(db) => songsDoor.listLatestSongs({ db, now }, { channelId: 903, limit: 5 })],
      firstSongDay: [(db) => songsDoor.firstSongDay({ db }, 903)],
      listSongPlays: [(db) => listSongPlays({ db, now }, { songIds: [1, 2], singers: ['artist1'] })],
      soundMarks: [(db) => soundMarks(db, { streamId: 903, from: new Date(now.getTime() - 3_600_000), to: now })],
    },
  ],
  [
    'traffic',
    trafficDoor,
    {
      listTrafficLocations: [
        (db) => trafficDoor.listTrafficLocations({ db }, { type: 1 }, { limit: 15, offset: 0 }),
        (db) => trafficDoor.listTrafficLocations({ db }, { type: 7, area: 'NT' }, { limit: 15, offset: 30 }),
      ],
      listDistricts: [(db) => trafficDoor.listDistricts({ db })],
      listTunnels: [(db) => trafficDoor.listTunnels({ db, now })],
      listTunnelBoard: [(db) => trafficDoor.listTunnelBoard({ db, now })],
      summariseTrafficLocations: [(db) => trafficDoor.summariseTrafficLocations({ db }, 3)],
    },
  ],
  [
    'pages',
    pagesDoor,
    {
      getStaticPage: [(db) => pagesDoor.getStaticPage({ db }, 'terms')],
      listGuideParts: [(db) => pagesDoor.listGuideParts({ db })],
      listJobOpenings: [
        (db) => pagesDoor.listJobOpenings({ db, now }),
        (db) => pagesDoor.listJobOpenings({ db, now }, { brand: Brand.CRP }),
      ],
      listStrokeFundYears: [(db) => pagesDoor.listStrokeFundYears({ db })],
    },
  ],
  [
    'search',
    searchDoor,
    {
      search: [common, rare].flatMap((q) =>
        (['latest', 'relevant'] as const).flatMap((sort) =>
          ([undefined, 'article', 'program', 'song'] as const).flatMap((type): Ask[] =>
            [1, 20].map((page) => (db) => searchDoor.search({ db, now }, { q, sort, type, page })),
          ),
        ),
      ),
      suggest: [common, rare].map(
        (q): Ask =>
          (db) =>
            searchDoor.suggest({ db, now }, q),
      ),
      listNearNames: [(db) => searchDoor.listNearNames({ db, now }, common + rare)],
    },
  ],
  [
    'programmes',
    programsDoor,
    {
      getProgram: [(db) => programsDoor.getProgram({ db }, 101)],
      listPrograms: [
        (db) => programsDoor.listPrograms({ db }, { limit: 20 }),
        (db) => programsDoor.listPrograms({ db }, { limit: 20, categoryId: 1, keyword: 'gram' }),
      ],
      listProgramsOf: [(db) => programsDoor.listProgramsOf({ db }, [1, 101, 2_000])],
      listCategories: [(db) => programsDoor.listCategories({ db })],
      listRelatedPrograms: [(db) => programsDoor.listRelatedPrograms({ db }, { programId: 101, limit: 6 })],
      listProgramAddresses: [(db) => programsDoor.listProgramAddresses({ db }, { limit: 20_000 })],
    },
  ],
  [
    'replays',
    replaysDoor,
    {
      listReplaysOfDay: [(db) => replaysDoor.listReplaysOfDay(db, { streamId: 881, dayHk: '2017-03-04' })],
      listProgramReplays: [(db) => replaysDoor.listProgramReplays(db, { programId: 101, limit: 8 })],
      listNewReplays: [
        (db) => replaysDoor.listNewReplays({ db, now }, { since: new Date(now.getTime() - 10_800_000), limit: 200 }),
      ],
      listClassics: [(db) => replaysDoor.listClassics(db, { limit: 12 })],
      listReplayMonths: [(db) => replaysDoor.listReplayMonths({ db, now }, [881, 903, 864])],
      listReplayAddresses: [
        (db) =>
          replaysDoor.listReplayAddresses(
            { db, now },
            { streamIds: [881, 903, 864], month: '2017-03' },
            { limit: 5_000 },
          ),
        (db) => replaysDoor.listReplayAddresses({ db, now }, 'classics', { limit: 5_000 }),
      ],
      firstReplayDay: [(db) => replaysDoor.firstReplayDay(db, [881, 903, 864])],
      listMostHeard: [
        (db) => replaysDoor.listMostHeard({ db, now: HEARD_AT }, { streamIds: [881, 903, 864], limit: 60 }),
        (db) => replaysDoor.listMostHeard({ db, now }, { streamIds: [881, 903, 864], limit: 10 }),
      ],
    },
  ],
  [
    'films',
    { getFilm, listCategories, listFeatured, listFilms, listFilmsById, listMore, listMostPlayed, pageOfStream },
    {
      getFilm: [(db) => getFilm({ db, now }, 108)],
      listCategories: [(db) => listCategories({ db, now })],
      listFeatured: [(db) => listFeatured({ db, now }, 10)],
      listFilms: [
        (db) => listFilms({ db, now }, { limit: 36 }),
        (db) => listFilms({ db, now }, { categoryId: 108, limit: 36 }),
      ],
      listFilmsById: [(db) => listFilmsById({ db, now }, [101, 108])],
      listMostPlayed: [(db) => listMostPlayed({ db, now }, 4)],
      listMore: [async (db) => listMore({ db, now }, await getFilm({ db, now }, 108), 4)],
      pageOfStream: [(db) => pageOfStream(db, 1_000_101)],
    },
  ],
  [
    'hosts',
    hostsDoor,
    {
      getHost: [(db) => hostsDoor.getHost({ db }, 101)],
      listHosts: [(db) => hostsDoor.listHosts({ db }), (db) => hostsDoor.listHosts({ db }, { channelId: 903 })],
      listHostAddresses: [(db) => hostsDoor.listHostAddresses({ db }, { limit: 20_000 })],
    },
  ],
];

/** Queries whose result depends on the whole table, which is small: a station has some hundred programmes and hosts. */
const STATION = ['programs', 'program_categories', 'program_hosts', 'hosts'];
const WHOLE: Record<string, readonly string[]> = {
  listPrograms: STATION,
  listRelatedPrograms: STATION,
  listHosts: STATION,
  // Sorted by a manually assigned position, then by day.
  listFeatured: ['programs', 'videos'],
  listCategories: [...STATION, 'videos', 'video_categories'],
  // The replays of a month cover nearly all programmes.
  listReplayAddresses: ['programs'],
  // A few hundred entries, and the answer is cached.
  listDistricts: ['traffic_locations'],
  // Hong Kong has about ten.
  listTunnels: ['traffic_tunnels'],
  listTunnelBoard: ['traffic_tunnels'],
};

describe('public questions over full tables', () => {
  it('has something to find, so that what is found is looked up too', async () => {
    for (const q of [common, rare])
      expect((await searchDoor.search({ db: database.db, now }, { q })).hits.length, q).toBeGreaterThan(0);
  });

  it.each(
    DOORS.flatMap(([name, , asked]) =>
      Object.entries(asked).flatMap(([fn, asks]) => asks.map((ask, i) => [`${name}: ${fn}`, i + 1, fn, ask] as const)),
    ),
  )('%s (%i) reads no table from end to end', async (_title, _n, fn, ask) => {
    const plans = await plansOf(database.pool, ask);
    expect(scannedTables(plans).filter((table) => !WHOLE[fn]?.includes(table))).toEqual([]);
  });

  it.each(DOORS)('has a plan of everything the door of %s is asked', (_name, door, asked) => {
    // Functions that save are not called by visitors, and presenters run no queries.
    const functions = Object.entries(door).flatMap(([name, value]) =>
      typeof value === 'function' && !/^(save|present)/.test(name) ? [name] : [],
    );
    expect(Object.keys(asked).toSorted()).toEqual(functions.toSorted());
  });
});
