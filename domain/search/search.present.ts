import { ARTICLE_KINDS, type ContentItemWire } from '#domain/articles/articles.wire.schema.ts';
import { ContentType, HOST_TYPE, isContentType, SINGER_TYPE, SONG_TYPE } from '#shared/enums.ts';
import { dateTimeHk, dayHkOf } from '#shared/hk-time.ts';
import { phraseParts } from '#shared/text/phrase.ts';
import { portrait } from '#shared/media/picture.ts';
import { wireImage } from '#shared/media/wire-image.ts';
import type { FoundTitleWire, FoundWire } from './search-wire.schema.ts';
import { PAGE_TYPE, type FoundArticle, type SearchHit, type Suggestion } from './search.schema.ts';

/** Values of `type` besides the kinds of articles. */
const OTHER_KINDS: Record<number, FoundTitleWire['type']> = {
  [ContentType.PROGRAM]: 'program',
  [ContentType.PROGRAM_ARCHIVE_SECTION]: 'replay',
  [ContentType.PREMIUM_CONTENT]: 'premium',
  [HOST_TYPE]: 'host',
  [SONG_TYPE]: 'song',
  [SINGER_TYPE]: 'singer',
  [PAGE_TYPE]: 'page',
};

const presentColumn = (column: NonNullable<FoundArticle['column']>): ContentItemWire['article_column'] => ({
  article_column_id: column.id,
  name: column.name,
  host_name: column.hostName,
  host_image: column.picture && portrait(column.picture).src,
  program_host_id: column.hostId,
  uri_code: column.slug,
});

export function presentTitle(hit: Suggestion): FoundTitleWire {
  const { article, displayAtMs } = hit;
  return {
    content_type: isContentType(hit.contentType) ? hit.contentType : null,
    item_id: hit.itemId,
    article_id: article && hit.itemId,
    title: hit.title,
    // Browsers break Chinese text anywhere, so the text is split into phrases here.
    title_parts: phraseParts(hit.titleParts),
    // Songs of one name are distinguished by their singers.
    caption: article?.caption ?? hit.artist ?? '',
    program_name: hit.programName,
    section_no: hit.replay?.sectionNo ?? null,
    keyart_url: wireImage(hit.picture, hit.contentType === HOST_TYPE ? '1:1' : '16:9'),
    display_ts: displayAtMs === null ? null : displayAtMs / 1000,
    display_date: displayAtMs === null ? null : dayHkOf(new Date(displayAtMs)),
    last_update_datetime: article && dateTimeHk(new Date(article.updatedAtMs)),
    article_column: article?.column ? presentColumn(article.column) : null,
    parent_article_column: null,
    program_id:
      hit.contentType === ContentType.PROGRAM ? hit.itemId : (hit.replay?.programId ?? article?.programId ?? null),
    channel_bitwise: hit.channelBitwise,
    has_audio: article?.hasAudio ?? hit.replay !== null,
    has_video: article?.hasVideo ?? hit.filmCategory !== null,
    url: hit.path,
    type: article ? (ARTICLE_KINDS[hit.contentType - 301] ?? 'article') : (OTHER_KINDS[hit.contentType] ?? 'page'),
    premium_content_category: hit.filmCategory && {
      category_id: hit.filmCategory.id,
      category_name: hit.filmCategory.name,
    },
    section: hit.section,
    column_name: hit.columnName,
    category_name: hit.categoryName,
  };
}

export function presentHit(hit: SearchHit): FoundWire {
  return {
    ...presentTitle(hit),
    preview_content: hit.excerptParts.map((part) => part.text).join(''),
    preview_parts: hit.excerptParts,
    highlight: [...hit.titleParts, ...hit.excerptParts].find((part) => part.hit)?.text ?? '',
  };
}
