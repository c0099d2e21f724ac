import type { ReadDb } from '#db/database.ts';
import { SONG_TYPE } from '#shared/enums.ts';
import { excerpt, highlight, lettersBefore } from './highlight.rules.ts';
import { pathOf } from './found-path.rules.ts';
import { lastMonths, lastYears } from './months.rules.ts';
import { nearQuery, parseQuery, type ParsedQuery } from './query.rules.ts';
import { pickSuggestions, rank, rankNear } from './relevance.rules.ts';
import {
  BY_NAME_TYPES,
  MAX_RESULTS,
  RESULTS_A_PAGE,
  SEARCH_TYPES,
  SUGGESTIONS_MAX,
  type NearName,
  type SearchHit,
  type SearchResults,
  type SearchSort,
  type SearchType,
  type Suggestion,
} from './search.schema.ts';
import {
  countMatches,
  findAnywhere,
  findInTitles,
  findNamed,
  findNewest,
  findSaidAt,
  findShown,
  walkNewest,
  type Match,
  type MatchQuery,
  type ShownDocument,
} from './search.store.ts';

export type { NearName, SearchHit, SearchResults, SearchSort, SearchType, Suggestion } from './search.schema.ts';

interface Context {
  db: ReadDb;
  now: Date;
}

export interface SearchRequest {
  q: string;
  sort?: SearchSort | undefined;
  type?: SearchType | undefined;
  /** From 1. */
  page?: number | undefined;
  /** Overrides the page. */
  offset?: number | undefined;
  /** Page size, if other than that of the results page. */
  count?: number;
}

/** Newest documents sampled to estimate the frequency of a word. */
const GLANCE_DEPTH = 100;
/** At or above this share walking the newest documents is faster; below it the index is. */
const FREQUENT = 0.03;
const WALK_DEPTH_MAX = 4_000;
const WALK_MARGIN = 1.4;
/** Limit of candidates for relevance. For words in more titles, only these and the newest are ranked. */
const NAME_CANDIDATES = 1_500;
const TITLE_CANDIDATES = MAX_RESULTS + 1;
const BODY_CANDIDATES = MAX_RESULTS + 1;
/** Newest matches added to the candidates. */
const NEWEST_CANDIDATES = 40;

const NOTHING = { matches: [], total: 0, isFloor: false };

interface Found {
  matches: Match[];
  total: number;
  isFloor: boolean;
}

const isFew = (types: readonly number[] | undefined) => types?.every((type) => BY_NAME_TYPES.includes(type)) ?? false;

/** The newest matches of a frequent word. Null if it is not frequent enough for this method. */
async function findFrequent(db: ReadDb, query: MatchQuery, needed: number): Promise<Match[] | null> {
  if (isFew(query.types)) return null;
  const glance = await walkNewest(db, query, GLANCE_DEPTH);
  if (glance.matches.length >= needed) return glance.matches;
  const share = glance.matches.length / GLANCE_DEPTH;
  const depth = Math.ceil((needed / share) * WALK_MARGIN);
  if (share < FREQUENT || depth > WALK_DEPTH_MAX) return null;
  const walk = await walkNewest(db, query, depth);
  return walk.matches.length >= needed ? walk.matches : null;
}

/** Exceeds the number of results that can be paged through. */
const MANY = MAX_RESULTS + 1;
const FIRST_MONTHS = 2;
/** Beyond this many months, narrowing no longer saves work. */
const MONTHS_MAX = 6;
const MONTHS_MARGIN = 1.3;

const within = (query: MatchQuery, stretch: string): MatchQuery => ({
  ...query,
  text: `(${query.text}) & (${stretch})`,
  title: `(${query.title}) & (${stretch})`,
});

/** The query restricted to the last months, if these contain more matches than can be paged through; otherwise null. */
async function narrowed(db: ReadDb, query: MatchQuery): Promise<{ query: MatchQuery; isFrequent: boolean } | null> {
  if (isFew(query.types)) return null;
  const recent = within(query, lastMonths(query.now, FIRST_MONTHS));
  const found = await countMatches(db, recent, MANY);
  if (found >= MANY) return { query: recent, isFrequent: true };
  const months = Math.ceil((FIRST_MONTHS * MONTHS_MARGIN * MANY) / found);
  if (months > MONTHS_MAX) return null;
  const wider = within(query, lastMonths(query.now, months));
  return (await countMatches(db, wider, MANY)) >= MANY ? { query: wider, isFrequent: false } : null;
}

interface PageOfResults {
  limit: number;
  offset: number;
}

async function latest(db: ReadDb, query: MatchQuery, page: PageOfResults): Promise<Found> {
  const { limit, offset } = page;
  const many = { total: MANY, isFloor: true };
  const narrow = await narrowed(db, query);
  if (narrow !== null) {
    const frequent = narrow.isFrequent ? await findFrequent(db, query, offset + limit) : null;
    const matches = frequent?.slice(offset, offset + limit);
    return { matches: matches ?? (await findNewest(db, narrow.query, page)).matches, ...many };
  }
  const { matches, total } = await findNewest(db, query, { ...page, cap: MANY });
  if (total < MANY) return { matches, total, isFloor: false };
  return { matches: await newestOfMany(db, query, page), ...many };
}

/** The newest of many matches, restricted to recent years if these suffice. */
async function newestOfMany(db: ReadDb, query: MatchQuery, page: PageOfResults): Promise<Match[]> {
  for (const stretch of [lastMonths(query.now, FIRST_MONTHS), lastYears(query.now, 2), lastYears(query.now, 8)]) {
    const { matches, total } = await findNewest(db, within(query, stretch), page);
    if (total >= page.offset + page.limit) return matches;
  }
  return (await findNewest(db, query, page)).matches;
}

const keyOf = (match: Match) => `${match.contentType}/${match.itemId}`;
const unique = (matches: readonly Match[]) => [...new Map(matches.map((match) => [keyOf(match), match])).values()];

async function relevant(
  { db, now }: Context,
  query: MatchQuery,
  parsed: ParsedQuery,
  { limit, offset }: PageOfResults,
): Promise<Found> {
  const few = isFew(query.types);
  const [named, titles, narrow] = await Promise.all([
    findNamed(db, query, NAME_CANDIDATES),
    few ? [] : findInTitles(db, query, TITLE_CANDIDATES),
    narrowed(db, query),
  ]);
  // If enough titles match, bodies are not searched, as nobody pages that far.
  const enough = titles.length >= MAX_RESULTS;
  const newestLimit = enough ? NEWEST_CANDIDATES : BODY_CANDIDATES;
  const anywhere =
    narrow !== null
      ? (await findNewest(db, narrow.query, { limit: newestLimit, offset: 0 })).matches
      : enough
        ? []
        : await findAnywhere(db, query, BODY_CANDIDATES);
  const isCut = narrow !== null || titles.length === TITLE_CANDIDATES || anywhere.length === BODY_CANDIDATES;
  // A truncated candidate set may lack the newest matches.
  const newest = isCut && narrow === null ? await newestOfMany(db, query, { limit: NEWEST_CANDIDATES, offset: 0 }) : [];
  const candidates = unique([...named, ...newest, ...titles, ...anywhere]);
  const ranked = rank(candidates, { keyword: parsed.keyword, chains: parsed.chains, now });
  const total = Math.min(ranked.length, MAX_RESULTS + 1);
  return {
    matches: ranked.slice(offset, offset + limit),
    total,
    isFloor: isCut || enough || ranked.length > MAX_RESULTS,
  };
}

function toSuggestion(document: ShownDocument, { chains }: ParsedQuery): Suggestion {
  const { body: _body, publishAtMs, slug: _slug, isRoadCoop: _isRoadCoop, ...rest } = document;
  return {
    ...rest,
    path: pathOf(document),
    titleParts: highlight(document.title, chains),
    displayAtMs: publishAtMs ?? document.replay?.startsAtMs ?? null,
  };
}

/** Sets replays to the moment at which the match is spoken, if their transcript contains it. */
async function atMoments(
  db: ReadDb,
  documents: readonly ShownDocument[],
  parsed: ParsedQuery,
): Promise<ShownDocument[]> {
  const wanted = documents.flatMap(({ replay, itemId, body }) => {
    const letters = replay && lettersBefore(body, parsed.chains);
    return letters === null ? [] : [{ sectionId: itemId, letters }];
  });
  const moments = await findSaidAt(db, wanted);
  return documents.map((document) => {
    const atMs = document.replay ? moments.get(document.itemId) : undefined;
    return document.replay === null || atMs === undefined
      ? document
      : { ...document, replay: { ...document.replay, atMs } };
  });
}

async function show(db: ReadDb, matches: readonly Match[], parsed: ParsedQuery): Promise<SearchHit[]> {
  const documents = await atMoments(db, await findShown(db, matches), parsed);
  return documents.map((document) => ({
    ...toSuggestion(document, parsed),
    excerptParts: excerpt(document.body, parsed.chains),
  }));
}

/** A single pair is matched exactly; the pairs of longer runs may be apart, so the phrase is checked. */
const phraseOf = ({ keyword, chains }: ParsedQuery) => (chains.some((chain) => chain.length > 2) ? keyword : null);

function matchQuery(parsed: ParsedQuery, type: SearchType | undefined, now: Date): MatchQuery | null {
  if (parsed.text === null || parsed.title === null) return null;
  const types = type === undefined ? undefined : SEARCH_TYPES[type];
  return { text: parsed.text, title: parsed.title, phrase: phraseOf(parsed), types, now };
}

/**
 * Searches the whole site, ten results at a time. Any text is a valid query; one without letters or
 * digits has no results.
 */
export async function search(
  context: Context,
  { q, sort = 'relevant', type, page = 1, count = RESULTS_A_PAGE, offset = (page - 1) * count }: SearchRequest,
): Promise<SearchResults> {
  const { db, now } = context;
  const parsed = parseQuery(q);
  const query = matchQuery(parsed, type, now);
  const isBeyond = offset >= MAX_RESULTS;
  const asked = { limit: count, offset };
  const found: Found =
    query === null || isBeyond
      ? NOTHING
      : sort === 'latest'
        ? await latest(db, query, asked)
        : await relevant(context, query, parsed, asked);
  const total = Math.min(found.total, MAX_RESULTS);
  return {
    keyword: parsed.keyword,
    hits: await show(db, found.matches, parsed),
    total,
    totalIsFloor: found.isFloor || found.total > MAX_RESULTS,
    hasMore: offset + count < total,
  };
}

/** Titles and names that match the text typed so far, best first. */
export async function suggest({ db, now }: Context, q: string): Promise<Suggestion[]> {
  const parsed = parseQuery(q, { isTyping: true });
  const query = matchQuery(parsed, undefined, now);
  if (query === null) return [];
  const named = await findNamed(db, query, NAME_CANDIDATES);
  const first = named.filter(({ contentType }) => contentType !== SONG_TYPE);
  const titles = first.length >= SUGGESTIONS_MAX ? [] : await findInTitles(db, query, SUGGESTIONS_MAX * 25);
  const ranked = rank(unique([...named, ...titles]), { ...parsed, now });
  // Twice as many, because items that are not public are dropped when read.
  const shown = await findShown(db, pickSuggestions(ranked, SUGGESTIONS_MAX * 2));
  return shown.slice(0, SUGGESTIONS_MAX).map((document) => toSuggestion(document, parsed));
}

const NEAR_MAX = 3;

/** Names similar to a query without results: what was most likely meant. */
export async function listNearNames({ db, now }: Context, q: string): Promise<NearName[]> {
  const parsed = parseQuery(q);
  const title = nearQuery(parsed);
  if (title === null) return [];
  const query = { text: title, title, phrase: null, types: undefined, now };
  const named = await findNamed(db, query, NAME_CANDIDATES);
  const shown = await findShown(db, rankNear(named, parsed.keyword).slice(0, NEAR_MAX));
  return shown.map((document) => ({ title: document.title, path: pathOf(document) }));
}
