import { ContentType, HOST_TYPE, SINGER_TYPE, SONG_TYPE, type NewsSection } from '#shared/enums.ts';
import { PAGE_LIMITS } from '#shared/page-limits.ts';

/** Results per page (constant `search`). */
export const RESULTS_A_PAGE = PAGE_LIMITS.search;
/** Pagination limit. Beyond it a narrower query is more useful. */
export const MAX_PAGE = 30;
export const MAX_RESULTS = RESULTS_A_PAGE * MAX_PAGE;
export const SUGGESTIONS_MAX = 8;
/** Maximum query length. Longer queries are cut. */
export const QUERY_MAX_CHARS = 60;

/** Type number of static pages, which have no ContentType. */
export const PAGE_TYPE = 400;

export const SEARCH_SORTS = ['relevant', 'latest'] as const;
export type SearchSort = (typeof SEARCH_SORTS)[number];

/** Filters of the results, in display order. */
export const SEARCH_TYPES = {
  program: [ContentType.PROGRAM],
  host: [HOST_TYPE],
  replay: [ContentType.PROGRAM_ARCHIVE_SECTION],
  song: [SONG_TYPE, SINGER_TYPE],
  premium: [ContentType.PREMIUM_CONTENT],
  news: [ContentType.NEWS_ARTICLE, ContentType.NEWS_ARTICLE_ARTICLE],
  article: [ContentType.ARTICLE],
  column: [ContentType.SOUND_COLUMN_ARTICLE],
  highlight: [ContentType.PROGRAM_HIGHLIGHT_ARTICLE],
  traffic: [
    ContentType.TRAFFIC_NEWS_ARTICLE,
    ContentType.TRAFFIC_HIGHLIGHT_ARTICLE,
    ContentType.TRAFFIC_PHONOGRAPH_ARTICLE,
  ],
  page: [PAGE_TYPE],
} as const satisfies Record<string, readonly number[]>;
export type SearchType = keyof typeof SEARCH_TYPES;

/** Named items without a date: few, and ranked first when their name is queried. */
export const NAMED_TYPES: readonly number[] = [HOST_TYPE, SINGER_TYPE, ContentType.PROGRAM, PAGE_TYPE];
/** All items that are looked for by name, however many headlines match too. */
export const BY_NAME_TYPES: readonly number[] = [...NAMED_TYPES, SONG_TYPE];

export const isSearchType = (value: string): value is SearchType => Object.hasOwn(SEARCH_TYPES, value);
export const isSearchSort = (value: string): value is SearchSort => (SEARCH_SORTS as readonly string[]).includes(value);

/** A piece of text, and whether it matches the query. */
export interface TextPart {
  text: string;
  hit: boolean;
}

/** Fields of a list item that only articles have. */
export interface FoundArticle {
  caption: string;
  hasAudio: boolean;
  hasVideo: boolean;
  updatedAtMs: number;
  programId: number | null;
  column: { id: number; name: string; slug: string; hostId: number | null; hostName: string; picture: string } | null;
}

export interface SearchHit {
  /** A ContentType, or the number of a kind that has none. */
  contentType: number;
  itemId: number;
  /** Fields of articles. Null for other kinds. */
  article: FoundArticle | null;
  title: string;
  titleParts: TextPart[];
  excerptParts: TextPart[];
  /** Reference in the picture store. */
  picture: string;
  channelBitwise: number;
  /** For a replay: its programme and broadcast, the part of it, and the moment at which the match is spoken. */
  replay: { programId: number; archiveId: number; sectionNo: number; startsAtMs: number; atMs: number } | null;
  /** When it was published or on air. Null if undated. */
  displayAtMs: number | null;
  /** Its canonical path on this site. */
  path: string;
  section: NewsSection | null;
  columnName: string | null;
  categoryName: string | null;
  programName: string | null;
  /** Of a song. */
  artist: string | null;
  /** Of a film. */
  filmCategory: { id: number; name: string } | null;
}

/** A name similar to a query without results. */
export interface NearName {
  title: string;
  path: string;
}

export interface SearchResults {
  /** The normalised keyword. Empty: nothing was searched. */
  keyword: string;
  hits: SearchHit[];
  /** Number of matches; with `totalIsFloor` a lower bound. */
  total: number;
  totalIsFloor: boolean;
  hasMore: boolean;
}

/** A title or name to navigate to directly. */
export type Suggestion = Omit<SearchHit, 'excerptParts'>;
