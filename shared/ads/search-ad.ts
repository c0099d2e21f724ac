// Messages between a search results page and the frame of its text advertisements (decision 050). The frame belongs to
// the advertising origin, so its messages are validated and not trusted.

/** Number of ads requested; the layout has space for that many. */
export const MAX_SEARCH_ADS = 2;
export const SEARCH_QUERY_CHARS = 200;

/** page → frame, once. */
export interface SearchAdOrder {
  type: 'search';
  /** `pub-` and 16 digits. */
  publisher: string;
  query: string;
  /** URL of the page. */
  url: string;
  /** Bits of `shared/ads/consent.ts`. */
  consent: number;
}

/** frame → page. */
export type SearchAdWord = { type: 'shown' } | { type: 'empty' } | { type: 'clicked' };

const WORDS: readonly unknown[] = ['shown', 'empty', 'clicked'] satisfies SearchAdWord['type'][];

/** Only with a publisher and a query. */
export const showsAdForSearch = (publisher: string, query: string): boolean =>
  /^pub-[0-9]{16}$/.test(publisher) && query.trim() !== '';

export function readSearchAdWord(value: unknown): SearchAdWord | null {
  const type = typeof value === 'object' && value !== null ? (value as { type?: unknown }).type : null;
  return WORDS.includes(type) ? ({ type } as SearchAdWord) : null;
}

export function readSearchAdOrder(value: unknown): SearchAdOrder | null {
  if (typeof value !== 'object' || value === null) return null;
  const { type, publisher, query, url, consent } = value as Record<string, unknown>;
  if (type !== 'search' || typeof publisher !== 'string' || typeof query !== 'string') return null;
  const asked = query.slice(0, SEARCH_QUERY_CHARS);
  if (!showsAdForSearch(publisher, asked)) return null;
  const from = typeof url === 'string' ? url.slice(0, 2_000) : '';
  return { type, publisher, query: asked, url: from, consent: Number.isInteger(consent) ? (consent as number) : 0 };
}
