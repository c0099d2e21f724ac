import type { ContentBlock } from '#shared/text/content-block.ts';
import type { NewsSection } from '#shared/enums.ts';

/** Content types of articles: hot topic 301, column 302, highlight 303, news 304, editorial 305, traffic 306 to 308. */
export const ARTICLE_CONTENT_TYPES = [301, 302, 303, 304, 305, 306, 307, 308] as const;
export type ArticleContentType = (typeof ARTICLE_CONTENT_TYPES)[number];

/** News types. Their pages are under /news, except those of the road cooperative. */
export const NEWS_TYPES = [304, 305, 306] as const satisfies readonly ArticleContentType[];

export interface ColumnRef {
  id: number;
  /** ArticleColumn 1 to 8. */
  kind: number;
  name: string;
  slug: string;
  /** Empty if it has no particular author. */
  hostName: string;
  hostId: number | null;
  /** Reference of the host's portrait, otherwise of the column's own picture. */
  picture: string;
}

/** An article in a list, as data for pages. */
export interface ArticleCard {
  id: number;
  contentType: ArticleContentType;
  title: string;
  slug: string;
  caption: string;
  previewContent: string;
  /** Reference of the key art. */
  keyart: string;
  section: NewsSection | null;
  isRoadCoop: boolean;
  /** For traffic news: 1 road clear again, 2 slow, 3 closed. */
  severity: 1 | 2 | 3 | null;
  channelBitwise: number;
  programId: number | null;
  programName: string | null;
  hasAudio: boolean;
  hasVideo: boolean;
  /** It has a live blog that is open. */
  isLive: boolean;
  publishAtMs: number;
  updatedAtMs: number;
  column: ColumnRef | null;
  category: { id: number; name: string; slug: string } | null;
}

/** An article with everything its page shows. */
export interface Article extends ArticleCard {
  blocks: ContentBlock[];
  /** Text first 1, picture first 2, media first 3. */
  layoutTemplate: 1 | 2 | 3;
  keyartCredit: string;
  byline: string;
  programSlug: string | null;
}

export interface Column extends ColumnRef {
  description: string;
  channelBitwise: number;
  programId: number | null;
}

export interface Category {
  id: number;
  name: string;
  slug: string;
}

/** Conditions of a list. All given ones must hold. */
export interface ArticleFilter {
  contentTypes?: readonly ArticleContentType[];
  categoryId?: number;
  columnId?: number;
  section?: NewsSection;
  programId?: number;
  /** News of any section. */
  news?: true;
  hot?: true;
  roadCoop?: boolean;
  /** Excludes the article being read. */
  exceptId?: number;
}

/** Maximum page number. Later pages are empty. */
export const MAX_LIST_PAGE = 1_000;
export const MAX_LIST_LIMIT = 60;
