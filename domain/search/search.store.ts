import { sql, type SQL } from 'drizzle-orm';
import type { ReadDb } from '#db/database.ts';
import { ContentType, NEWS_SECTIONS, type NewsSection } from '#shared/enums.ts';
import type { FoundArticle, SearchHit } from './search.schema.ts';

/** Index fields of a matching document, before its content is read. */
export interface Match {
  contentType: number;
  itemId: number;
  names: string;
  sounds: string;
  popularity: number;
  displayAtMs: number;
  /** The title contains all words of the query. */
  inTitle: boolean;
  /** The body contains the keyword verbatim. */
  inBody: boolean;
}

/** A query for PostgreSQL, with the types to search (undefined: all). */
export interface MatchQuery {
  /** tsquery for the whole document, built by parseQuery. */
  text: string;
  /** tsquery for titles and names. */
  title: string;
  /** The keyword as typed, if a body may contain its pairs without containing it; otherwise null. */
  phrase: string | null;
  types: readonly number[] | undefined;
  now: Date;
}

interface MatchRow extends Record<string, unknown> {
  content_type: number;
  item_id: number;
  names: string;
  sounds: string;
  popularity: number;
  display_at: Date | string;
  in_title: boolean;
  in_body: boolean;
}

const toMatch = (row: MatchRow): Match => ({
  contentType: row.content_type,
  itemId: row.item_id,
  names: row.names,
  sounds: row.sounds,
  popularity: row.popularity,
  displayAtMs: new Date(row.display_at).getTime(),
  inTitle: row.in_title,
  inBody: row.in_body,
});

/** A literal: for a parameter the planner assumes a tenth of the table and sorts all of it. */
export const count = (value: number): SQL => sql.raw(String(Math.trunc(value)));

const visible = ({ now }: MatchQuery): SQL =>
  sql`visible_from <= ${now} and (visible_until is null or visible_until > ${now})`;
/** Replay parts without words of their own would flood general searches with the name of their programme. */
const ofTypes = ({ types }: MatchQuery): SQL =>
  types === undefined
    ? sql`(content_type <> ${count(ContentType.PROGRAM_ARCHIVE_SECTION)} or names <> '')`
    : sql`content_type = any(${sql.param([...types])}::integer[])`;

/** Titles are small. Bodies are stored out of line and read only if the phrase is more specific than its pairs. */
const matchColumns = ({ title, phrase }: MatchQuery, where: 'titles' | 'anywhere' = 'anywhere'): SQL => sql`
  content_type, item_id, names, sounds, popularity, display_at,
  ${where === 'titles' ? sql`true` : sql`title_grams @@ ${title}::tsquery`} as in_title,
  ${where === 'titles' || phrase === null ? sql`false` : sql`strpos(body, ${phrase}) > 0`} as in_body`;

/** Latin words match titles by prefix and sound, which `grams` does not contain. */
const matches = ({ text, title }: MatchQuery): SQL =>
  title === text
    ? sql`grams @@ ${text}::tsquery`
    : sql`(grams @@ ${text}::tsquery or title_grams @@ ${title}::tsquery)`;

/**
 * Matches among the newest `depth` documents, newest first. Sufficient for frequent words, at a cost independent of the
 * size of the archive. `walked` is the number of documents examined.
 */
export async function walkNewest(
  db: ReadDb,
  query: MatchQuery,
  depth: number,
): Promise<{ matches: Match[]; walked: number }> {
  const { rows } = await db.execute<MatchRow & { walked: number }>(sql`
    with newest as materialized (
      select * from search_documents where ${visible(query)} and ${ofTypes(query)}
      order by display_at desc limit ${count(depth)}
    ), found as (select ${matchColumns(query)} from newest where ${matches(query)})
    select found.*, (select count(*)::integer from newest) as walked from found order by display_at desc, item_id desc`);
  return { matches: rows.map(toMatch), walked: rows[0]?.walked ?? 0 };
}

/**
 * All matches by the index, newest first. With a `cap` only that many are considered, and these are the newest only if
 * there are fewer.
 */
export async function findNewest(
  db: ReadDb,
  query: MatchQuery,
  { limit, offset, cap }: { limit: number; offset: number; cap?: number },
): Promise<{ matches: Match[]; total: number }> {
  // Materialised, because otherwise the planner walks the date index, however rare the word is.
  const { rows } = await db.execute<MatchRow & { total: number }>(sql`
    with found as materialized (
      select content_type, item_id, display_at from search_documents
      where ${matches(query)} and ${visible(query)} and ${ofTypes(query)} ${cap === undefined ? sql`` : sql`limit ${count(cap)}`}
    ), page as (select * from found order by display_at desc, item_id desc limit ${limit} offset ${offset})
    select ${matchColumns(query)}, (select count(*)::integer from found) as total
    from search_documents join page using (content_type, item_id, display_at)
    order by display_at desc, item_id desc`);
  return { matches: rows.map(toMatch), total: rows[0]?.total ?? 0 };
}

/** Matches of a title or name, at most `limit`, unordered. */
export async function findInTitles(db: ReadDb, query: MatchQuery, limit: number): Promise<Match[]> {
  const { rows } = await db.execute<MatchRow>(sql`
    with found as materialized (
      select ${matchColumns(query, 'titles')} from search_documents
      where title_grams @@ ${query.title}::tsquery and ${visible(query)} and ${ofTypes(query)} limit ${count(limit)}
    ) select * from found`);
  return rows.map(toMatch);
}

/** Programmes, hosts, songs, singers and pages whose name matches. There are few for any word. */
export async function findNamed(db: ReadDb, query: MatchQuery, limit: number): Promise<Match[]> {
  const { rows } = await db.execute<MatchRow>(sql`
    with found as materialized (
      select ${matchColumns(query, 'titles')} from search_documents
      where title_grams @@ ${query.title}::tsquery and content_type in (100, 110, 111, 200, 400)
        and ${visible(query)} and ${ofTypes(query)} limit ${count(limit)}
    ) select * from found`);
  return rows.map(toMatch);
}

/** Matches anywhere, at most `limit`, unordered. */
export async function findAnywhere(db: ReadDb, query: MatchQuery, limit: number): Promise<Match[]> {
  const { rows } = await db.execute<MatchRow>(sql`
    with found as materialized (
      select ${matchColumns(query)} from search_documents
      where grams @@ ${query.text}::tsquery and ${visible(query)} and ${ofTypes(query)} limit ${count(limit)}
    ) select * from found`);
  return rows.map(toMatch);
}

/** Number of matches, counted up to `cap`. */
export async function countMatches(db: ReadDb, query: MatchQuery, cap: number): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(sql`
    select count(*)::integer as total from (
      select 1 from search_documents
      where ${matches(query)} and ${visible(query)} and ${ofTypes(query)} limit ${count(cap)}
    ) capped`);
  return rows[0]?.total ?? 0;
}

const isSection = (value: string | null): value is NewsSection =>
  (NEWS_SECTIONS as readonly string[]).includes(value ?? '');

/**
 * Displayed fields of a document. Articles and replays are included only while public, with their current public
 * content.
 */
export interface ShownDocument {
  contentType: number;
  itemId: number;
  article: FoundArticle | null;
  title: string;
  body: string;
  picture: string;
  channelBitwise: number;
  slug: string;
  publishAtMs: number | null;
  section: NewsSection | null;
  isRoadCoop: boolean;
  columnName: string | null;
  categoryName: string | null;
  programName: string | null;
  artist: string | null;
  filmCategory: SearchHit['filmCategory'];
  /** For a replay: its programme, and the part of the broadcast. */
  replay: SearchHit['replay'];
}

interface ShownRow extends Record<string, unknown> {
  content_type: number;
  item_id: number;
  title: string;
  body: string;
  picture: string;
  channel_bitwise: number;
  slug: string;
  publish_at: Date | string | null;
  section: string | null;
  is_road_coop: boolean | null;
  column_name: string | null;
  category_name: string | null;
  program_name: string | null;
  artist: string | null;
  caption: string | null;
  has_audio: boolean | null;
  has_video: boolean | null;
  updated_at: Date | string | null;
  program_id: number | null;
  column_id: number | null;
  column_slug: string | null;
  column_picture: string | null;
  host_id: number | null;
  host_name: string | null;
  host_picture: string | null;
  section_no: number | null;
  section_starts_at: Date | string | null;
  replay_program_id: number | null;
  replay_id: number | null;
  film_category_id: number | null;
  film_category: string | null;
}

const foundArticle = (row: ShownRow): FoundArticle | null =>
  row.updated_at === null
    ? null
    : {
        caption: row.caption ?? '',
        hasAudio: row.has_audio ?? false,
        hasVideo: row.has_video ?? false,
        updatedAtMs: new Date(row.updated_at).getTime(),
        programId: row.program_id,
        column:
          row.column_id === null
            ? null
            : {
                id: row.column_id,
                name: row.column_name ?? '',
                slug: row.column_slug ?? '',
                hostId: row.host_id,
                hostName: row.host_name ?? '',
                picture: row.host_picture ?? row.column_picture ?? '',
              },
      };

const ms = (instant: Date | string | null) => (instant === null ? null : new Date(instant).getTime());

/** Whether a channel has played a song: withdrawn plays do not count. */
const isPlayed = (songId: SQL): SQL => sql`exists (
  select 1 from on_air_marks m where m.song_id = ${songId} and m.stream_id in (881, 903, 864) and not m.is_withdrawn)`;

/** Documents by key, in the order of the keys. Omits those that are not public. */
export async function findShown(
  db: ReadDb,
  keys: readonly { contentType: number; itemId: number }[],
): Promise<ShownDocument[]> {
  if (keys.length === 0) return [];
  const { rows } = await db.execute<ShownRow>(sql`
    select d.content_type, d.item_id, coalesce(a.title, d.title) as title, d.body,
      coalesce(a.keyart, d.picture) as picture, coalesce(a.channel_bitwise, d.channel_bitwise) as channel_bitwise,
      coalesce(a.slug, d.slug) as slug, a.publish_at, a.section, a.is_road_coop,
      c.name as column_name, g.name as category_name, coalesce(p.title, b.title, bp.title) as program_name, song.artist,
      part.section_no, part.starts_at as section_starts_at, b.program_id as replay_program_id,
      b.id as replay_id, fc.id as film_category_id, fc.name as film_category,
      a.caption, a.has_audio, a.has_video, a.updated_at, p.id as program_id, c.id as column_id, c.slug as column_slug,
      c.picture as column_picture, h.id as host_id, h.name as host_name, h.picture as host_picture
    from unnest(${sql.param(keys.map((key) => key.contentType))}::integer[],
      ${sql.param(keys.map((key) => key.itemId))}::integer[]) with ordinality as wanted (content_type, item_id, place)
    join search_documents d using (content_type, item_id)
    left join published_articles a on a.id = d.item_id and a.content_type = d.content_type
    left join article_columns c on c.id = a.column_id and c.status = 1
    left join hosts h on h.id = c.host_id and h.status = 1
    left join article_categories g on g.id = a.category_id and g.status = 1
    left join programs p on p.id = a.program_id and p.status = 1
    left join archive_sections part on d.content_type = 202 and part.id = d.item_id and part.merged_into is null
    left join program_archives b on b.id = part.archive_id and b.state = 'shown' and b.merged_into is null
    left join programs bp on bp.id = b.program_id
    left join videos f on d.content_type = 500 and f.id = d.item_id
    left join video_categories fc on fc.id = f.category_id
    left join played_songs song on d.content_type = 110 and song.id = d.item_id
    where d.content_type in (100, 200, 400) or a.id is not null or b.id is not null or fc.id is not null
      or (song.id is not null and ${isPlayed(sql`d.item_id`)})
      or (d.content_type = 111 and exists (
        select 1 from played_songs s where split_part(s.name_key, chr(10), 2) = d.slug and ${isPlayed(sql`s.id`)}))
    order by place`);
  return rows.map((row) => ({
    contentType: row.content_type,
    itemId: row.item_id,
    article: foundArticle(row),
    title: row.title,
    body: row.body,
    picture: row.picture,
    channelBitwise: row.channel_bitwise,
    slug: row.slug,
    publishAtMs: ms(row.publish_at),
    section: isSection(row.section) ? row.section : null,
    isRoadCoop: row.is_road_coop ?? false,
    columnName: row.column_name,
    categoryName: row.category_name,
    programName: row.program_name,
    artist: row.artist,
    filmCategory: row.film_category_id === null ? null : { id: row.film_category_id, name: row.film_category ?? '' },
    replay:
      row.replay_program_id === null || row.replay_id === null
        ? null
        : {
            programId: row.replay_program_id,
            archiveId: row.replay_id,
            sectionNo: row.section_no ?? 1,
            startsAtMs: ms(row.section_starts_at) ?? 0,
            atMs: ms(row.section_starts_at) ?? 0,
          },
  }));
}

/** Whether the sound of a cue `w` was not removed: otherwise its words are not indexed either. */
export const isHeardCue = sql`not exists (
  select 1 from media_removals r
  where r.stream_id = w.stream_id and r.lifted_at is null and r.starts_at < w.ends_at and r.ends_at > w.starts_at)`;

/** Unix milliseconds at which the transcript of a section reaches a number of characters, by section id. */
export async function findSaidAt(
  db: ReadDb,
  wanted: readonly { sectionId: number; letters: number }[],
): Promise<Map<number, number>> {
  if (wanted.length === 0) return new Map();
  // One row per transcript line; the document joins them with a single space.
  const { rows } = await db.execute<{ id: number; starts_at: Date | string }>(sql`
    select wanted.id, said.starts_at
    from unnest(${sql.param(wanted.map(({ sectionId }) => sectionId))}::integer[],
      ${sql.param(wanted.map(({ letters }) => letters))}::integer[]) as wanted (id, letters)
    join archive_sections s on s.id = wanted.id
    join program_archives a on a.id = s.archive_id
    cross join lateral (
      select starts_at from (
        select w.starts_at, sum(char_length(w.words) + 1) over (order by w.starts_at, w.id) as upto
        from transcript_cues w
        where w.stream_id = a.stream_id and w.starts_at >= s.starts_at and w.starts_at < s.ends_at and ${isHeardCue}
      ) lines
      where upto > wanted.letters order by starts_at limit 1
    ) said`);
  return new Map(rows.map((row) => [row.id, new Date(row.starts_at).getTime()]));
}
