import type { ContentBlock } from '#shared/text/content-block.ts';
import type { Brand } from '#shared/enums.ts';
import type { PageLang } from './pages.rules.ts';

export interface StaticPage {
  name: string;
  lang: PageLang;
  title: string;
  summary: string;
  blocks: ContentBlock[];
  updatedAtMs: number;
}

export interface JobOpening {
  id: number;
  brand: Brand;
  title: string;
  department: string;
  duties: string[];
  requirements: string[];
  /** Hong Kong days. */
  postedHk: string;
  closesHk: string | null;
}

export interface StrokeFundYear {
  year: number;
  title: string;
  summary: string;
  raisedHkd: number;
  familiesHelped: number;
  picture: string;
}
