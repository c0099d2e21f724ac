import { articlePath } from '#shared/paths/article-path.ts';
import { contentPaths, lastingPagePath } from '#shared/paths/content-paths.ts';
import { ContentType, HOST_TYPE, SINGER_TYPE, SONG_TYPE, type NewsSection } from '#shared/enums.ts';
import { singerPath, songPath } from '#shared/paths/songs-path.ts';
import { PAGE_TYPE } from './search.schema.ts';

/** Suffix of the name of a bilingual page's English version. */
export const ENGLISH_MARK = '@en';

/** Fields of a document from which its URL is built. */
export interface FoundAddress {
  contentType: number;
  itemId: number;
  slug: string;
  section: NewsSection | null;
  isRoadCoop: boolean;
  columnName: string | null;
  categoryName: string | null;
  replay: { archiveId: number; atMs: number } | null;
}

const named = (name: string | null) => (name === null ? null : { name });

/** The canonical path of a search result. */
export function pathOf(found: FoundAddress): string {
  const { contentType, itemId: id, slug } = found;
  if (contentType === ContentType.PROGRAM) return contentPaths.program(id, slug);
  if (contentType === ContentType.PREMIUM_CONTENT) return contentPaths.premiumVideoDetail(id, slug);
  if (found.replay) return contentPaths.replay(found.replay.archiveId, found.replay);
  if (contentType === HOST_TYPE) return contentPaths.programHost(id, slug);
  if (contentType === SONG_TYPE) return songPath(id);
  // The slug of a singer is the folded name.
  if (contentType === SINGER_TYPE) return singerPath(slug);
  if (contentType === PAGE_TYPE) {
    // The slug of a site page is its path.
    if (slug.startsWith('/')) return slug;
    return slug.endsWith(ENGLISH_MARK)
      ? lastingPagePath(slug.slice(0, -ENGLISH_MARK.length), 'en')
      : lastingPagePath(slug, 'zh-Hant');
  }
  return articlePath({ ...found, id, column: named(found.columnName), category: named(found.categoryName) });
}
