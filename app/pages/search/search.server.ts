import type { LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { publishedWords } from '#app/components/lists/content-card.server.ts';
import { toProgramCard } from '#app/components/lists/program-card.server.ts';
import { requestContext } from '#app/context.server.ts';
import { notFound } from '#app/params.server.ts';
import { archiveText } from '#app/text/zh-hk/archive.ts';
import { content } from '#app/text/zh-hk/content.ts';
import { searchFieldText } from '#app/text/zh-hk/search-field.ts';
import { getProgram, listPrograms } from '#domain/programs/programs.ts';
import { isSearchSort, isSearchType, MAX_PAGE, MAX_RESULTS } from '#domain/search/search.schema.ts';
import { CUES_BESIDE, CUES_MAX, searchCues } from '#domain/search/cues/cue-search.ts';
import { listNearNames, search, type SearchHit } from '#domain/search/search.ts';
import { channelsOf, ContentType, HOST_TYPE, SINGER_TYPE, SONG_TYPE } from '#shared/enums.ts';
import { clockHk } from '#shared/hk-time.ts';
import { PAGE_LIMITS } from '#shared/page-limits.ts';
import { phraseParts } from '#shared/text/phrase.ts';
import { toSaid } from './said.server.ts';

const PROGRAMS_OFFERED = 4;
/** The kind of results that are moments. */
const SAID = 'cue';
/** Number of programmes in the results whose air times are shown. */
const SCHEDULES_MAX = 4;

function pageParam(value: string | null): number {
  if (value === null) return 1;
  if (!/^[1-9]\d?$/.test(value) || Number(value) > MAX_PAGE) throw notFound();
  return Number(value);
}

/** Names of kinds that have no ContentType, but for pages. */
const UNTYPED: Readonly<Record<number, string>> = {
  [HOST_TYPE]: 'host',
  [SONG_TYPE]: 'song',
  [SINGER_TYPE]: 'singer',
};

function labelOf({ contentType, section, columnName, categoryName, programName }: SearchHit): string {
  const kind = content.kinds[contentType] ?? searchFieldText.untyped[UNTYPED[contentType] ?? 'page'] ?? '';
  if (contentType === ContentType.SOUND_COLUMN_ARTICLE) return columnName ?? kind;
  if (contentType === ContentType.PROGRAM_HIGHLIGHT_ARTICLE) return programName ?? kind;
  if (contentType === ContentType.ARTICLE) return categoryName ?? kind;
  if (section !== null) return content.sections[section];
  return kind;
}

export async function loader({ context, url }: LoaderFunctionArgs) {
  const { readDb: db, now, siteUrl, adForSearchPublisher, archive } = context.get(requestContext);
  const query = url.searchParams;
  const [givenSort, givenType] = [query.get('sort') ?? '', query.get('type') ?? ''];
  const sort = isSearchSort(givenSort) ? givenSort : 'relevant';
  const type = isSearchType(givenType) ? givenType : undefined;
  const page = pageParam(query.get('page'));
  const isSaid = givenType === SAID;
  if (isSaid && page > 1) throw notFound();
  const door = { db, now };
  const q = query.get('q') ?? '';
  // Moments are a kind of their own: a page of them has no other results.
  const found = await search(door, { q, sort, type, page, ...(isSaid && { offset: MAX_RESULTS }) });
  const isBeside = page === 1 && (type === undefined || type === 'replay');
  const { moments } = isBeside
    ? await searchCues({ ...door, freeMinutes: archive.freeMinutes }, { q, limit: isSaid ? CUES_MAX : CUES_BESIDE + 1 })
    : { moments: [] };
  if (page > 1 && found.hits.length === 0) throw notFound();

  const hits = [];
  let schedules = 0;
  const whenOf = async (hit: SearchHit) => {
    // Start of playback, as in its link.
    if (hit.replay) return archiveText.playFrom(clockHk(new Date(hit.replay.atMs)));
    if (hit.contentType !== ContentType.PROGRAM || schedules >= SCHEDULES_MAX) return '';
    schedules++;
    return toProgramCard(await getProgram(door, hit.itemId)).when;
  };
  for (const hit of found.hits) {
    hits.push({
      contentType: hit.contentType,
      itemId: hit.itemId,
      href: hit.path,
      label: labelOf(hit),
      title: phraseParts(hit.titleParts),
      excerpt: hit.excerptParts,
      picture: hit.picture,
      channels: channelsOf(hit.channelBitwise),
      when: await whenOf(hit),
      publishedAtMs: hit.displayAtMs,
      publishedWords: hit.displayAtMs === null ? '' : publishedWords(hit.displayAtMs, now),
    });
  }
  const said = (isSaid ? moments : moments.slice(0, CUES_BESIDE)).map((moment) => toSaid(moment, now));
  const isEmpty = hits.length === 0 && said.length === 0;
  const { programs } = isEmpty ? await listPrograms(door, { limit: PROGRAMS_OFFERED }) : { programs: [] };
  return {
    siteUrl,
    adForSearchPublisher,
    keyword: found.keyword,
    sort,
    type: isSaid ? (SAID as typeof SAID) : type,
    page,
    pages: Math.max(1, Math.ceil(found.total / PAGE_LIMITS.search)),
    total: isSaid ? said.length : found.total,
    totalIsFloor: found.totalIsFloor,
    hits,
    said,
    /** There are more than are shown beside other results. */
    hasMoreSaid: !isSaid && moments.length > CUES_BESIDE,
    near: isEmpty && found.keyword !== '' ? await listNearNames(door, found.keyword) : [],
    programs: programs.map(toProgramCard),
  };
}

export function headers() {
  // An index change purges them; the short lifetime covers unannounced changes, such as the passing of an instant.
  return publicPage({ freshSeconds: 3, staleSeconds: 0, tags: ['search'] });
}
