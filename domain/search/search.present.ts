import { ContentType } from '#shared/enums.ts';
import { wireImage } from '#shared/wire-image.ts';
import type { FoundTitleWire, FoundWire } from './search-wire.schema.ts';
import { HOST_TYPE, NAMED_TYPES, type SearchHit, type Suggestion } from './search.schema.ts';

export function presentTitle(hit: Suggestion): FoundTitleWire {
  return {
    content_type: hit.contentType,
    item_id: hit.itemId,
    article_id: NAMED_TYPES.includes(hit.contentType) ? null : hit.itemId,
    program_id: hit.contentType === ContentType.PROGRAM ? hit.itemId : null,
    title: hit.title,
    title_parts: hit.titleParts,
    program_name: hit.programName ?? '',
    keyart_url: wireImage(hit.picture, hit.contentType === HOST_TYPE ? '1:1' : '16:9'),
    display_ts: hit.displayAtMs === null ? null : Math.floor(hit.displayAtMs / 1000),
    channel_bitwise: hit.channelBitwise,
    url: hit.path,
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
