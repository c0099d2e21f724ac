import { ContentType, type NewsSection } from '#shared/enums.ts';
import { PAGE_LIMITS } from '#shared/page-limits.ts';

/** A page of results (constant `search`). */
export const RESULTS_A_PAGE = PAGE_LIMITS.search;
/** As far as results are turned over; who has not found it by then needs other words. */
export const MAX_PAGE = 30;
export const MAX_RESULTS = RESULTS_A_PAGE * MAX_PAGE;
export const SUGGESTIONS_MAX = 8;
/** No keyword needs more; a longer query is cut there. */
export const QUERY_MAX_CHARS = 60;

/** Numbers of what has no ContentType of its own. */
export const HOST_TYPE = 100;
export const PAGE_TYPE = 400;

export const SEARCH_SORTS = ['relevant', 'latest'] as const;
export type SearchSort = (typeof SEARCH_SORTS)[number];

/** What results are filtered by, in the order of the links. */
export const SEARCH_TYPES = {
  program: [ContentType.PROGRAM],
  host: [HOST_TYPE],
  replay: [ContentType.PROGRAM_ARCHIVE_SECTION],
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

/** Things that have a name rather than a date: few, and first where their name is asked for. */
export const NAMED_TYPES: readonly number[] = [HOST_TYPE, ContentType.PROGRAM, PAGE_TYPE];

export const isSearchType = (value: string): value is SearchType => Object.hasOwn(SEARCH_TYPES, value);
export const isSearchSort = (value: string): value is SearchSort => (SEARCH_SORTS as readonly string[]).includes(value);

/** A piece of text, and whether it is what was looked for. */
export interface TextPart {
  text: string;
  hit: boolean;
}

/** What an item of a list says of an article beyond what every result says. */
export interface FoundArticle {
  caption: string;
  hasAudio: boolean;
  hasVideo: boolean;
  updatedAtMs: number;
  programId: number | null;
  column: { id: number; name: string; slug: string; hostId: number | null; hostName: string; picture: string } | null;
}

export interface SearchHit {
  /** A ContentType, `HOST_TYPE` or `PAGE_TYPE`. */
  contentType: number;
  itemId: number;
  /** What only articles have; null of anything else. */
  article: FoundArticle | null;
  title: string;
  titleParts: TextPart[];
  excerptParts: TextPart[];
  /** Reference in the picture store. */
  picture: string;
  channelBitwise: number;
  /** Of a replay: its programme and broadcast, which part of that it is, and the moment at which it says what was looked for. */
  replay: { programId: number; archiveId: number; sectionNo: number; startsAtMs: number; atMs: number } | null;
  /** When it was published or on air; null for what has no date. */
  displayAtMs: number | null;
  /** Its one address on this site. */
  path: string;
  section: NewsSection | null;
  columnName: string | null;
  categoryName: string | null;
  programName: string | null;
  /** Of a film. */
  filmCategory: { id: number; name: string } | null;
}

/** A name near a query that found nothing. */
export interface NearName {
  title: string;
  path: string;
}

export interface SearchResults {
  /** As it was taken: trimmed and cut. Empty: nothing was asked. */
  keyword: string;
  hits: SearchHit[];
  /** How many match; `totalIsFloor`: at least so many. */
  total: number;
  totalIsFloor: boolean;
  hasMore: boolean;
}

/** A title or name to go to at once. */
export type Suggestion = Omit<SearchHit, 'excerptParts'>;
