import type { ContentBlock } from '#shared/content-block.ts';
import type { NewsSection } from '#shared/enums.ts';

/** Content types an article may have: hot topic 301, column 302, highlight 303, news 304, editorial 305, traffic 306 to 308. */
export const ARTICLE_CONTENT_TYPES = [301, 302, 303, 304, 305, 306, 307, 308] as const;
export type ArticleContentType = (typeof ARTICLE_CONTENT_TYPES)[number];

/** News of every sort: they live under /news, but for what the road cooperative tells. */
export const NEWS_TYPES = [304, 305, 306] as const satisfies readonly ArticleContentType[];

export interface ColumnRef {
  id: number;
  /** ArticleColumn 1 to 8. */
  kind: number;
  name: string;
  slug: string;
  /** Empty when nobody in particular writes it. */
  hostName: string;
  hostId: number | null;
  /** Reference of the host's portrait, else of the column's own picture. */
  picture: string;
}

/** An article in a list, as doors give it to pages. */
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
  /** Of traffic news: the road is free again 1, slow 2, shut 3. */
  severity: 1 | 2 | 3 | null;
  channelBitwise: number;
  programId: number | null;
  programName: string | null;
  hasAudio: boolean;
  hasVideo: boolean;
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

/** What a list holds. Every field narrows it. */
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
  /** Leaves one out: the article that is being read. */
  exceptId?: number;
}

/** A list is walked a page at a time; further pages than this are empty. */
export const MAX_LIST_PAGE = 1_000;
export const MAX_LIST_LIMIT = 60;
