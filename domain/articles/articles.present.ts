import { articlePath } from '#shared/paths/article-path.ts';
import { assertUnreachable } from '#shared/assert-unreachable.ts';
import type { ContentBlock } from '#shared/text/content-block.ts';
import { articleMediaPath } from '#shared/paths/content-paths.ts';
import { ContentBlockType } from '#shared/enums.ts';
import { dateTimeHk, dayHkOf } from '#shared/hk-time.ts';
import { portrait } from '#shared/media/picture.ts';
import { wireImage } from '#shared/media/wire-image.ts';
import type { Article, ArticleCard, ColumnRef } from './articles.schema.ts';
import { ARTICLE_KINDS, type ArticleDetailWire, type ContentItemWire, type WireBlock } from './articles.wire.schema.ts';

const presentColumn = (column: ColumnRef): ContentItemWire['article_column'] => ({
  article_column_id: column.id,
  name: column.name,
  host_name: column.hostName,
  host_image: column.picture && portrait(column.picture).src,
  program_host_id: column.hostId,
  uri_code: column.slug,
});

/** An article as a list item, with the fields of ContentItem (entities.json). */
export function presentArticle(card: ArticleCard): ContentItemWire {
  const publishedAt = new Date(card.publishAtMs);
  return {
    content_type: card.contentType,
    item_id: card.id,
    article_id: card.id,
    title: card.title,
    caption: card.caption,
    preview_content: card.previewContent,
    program_name: card.programName,
    section_no: null,
    keyart_url: wireImage(card.keyart),
    display_ts: card.publishAtMs / 1000,
    display_date: dayHkOf(publishedAt),
    last_update_datetime: dateTimeHk(new Date(card.updatedAtMs)),
    article_column: card.column && presentColumn(card.column),
    parent_article_column: null,
    program_id: card.programId,
    channel_bitwise: card.channelBitwise,
    has_audio: card.hasAudio,
    has_video: card.hasVideo,
    highlight: null,
    url: articlePath(card),
    type: ARTICLE_KINDS[card.contentType - 301] ?? 'article',
    premium_content_category: null,
  };
}

function presentBlock(articleId: number, block: ContentBlock): WireBlock {
  switch (block.type) {
    case ContentBlockType.TEXT:
      return { type: 1, html: block.html };
    case ContentBlockType.IMAGE:
      return {
        type: 2,
        image: wireImage(block.picture),
        alt: block.alt,
        caption: block.caption ?? '',
        credit: block.credit ?? '',
      };
    case ContentBlockType.AUDIO:
      return {
        type: 3,
        url: articleMediaPath(articleId, block.mediaFileId),
        title: block.title,
        duration_ms: block.durationMs,
      };
    case ContentBlockType.VIDEO:
      return {
        type: 4,
        url: articleMediaPath(articleId, block.mediaFileId),
        title: block.title,
        duration_ms: block.durationMs,
        poster: wireImage(block.poster),
      };
    case ContentBlockType.FACEBOOK:
      return { type: 5, url: block.url, title: block.title };
    case ContentBlockType.YOUTUBE:
      return { type: 6, video_id: block.videoId, title: block.title };
    case ContentBlockType.MEDIA_LIBRARY:
      return {
        type: 7,
        title: block.title,
        items: block.items.map(({ picture, alt, caption = '' }) => ({ image: wireImage(picture), alt, caption })),
      };
    default:
      return assertUnreachable(block);
  }
}

export function presentArticlePage(article: Article): ArticleDetailWire {
  return {
    ...presentArticle(article),
    section: article.section,
    category: article.category && { id: article.category.id, name: article.category.name },
    byline: article.byline,
    keyart_credit: article.keyartCredit,
    layout_template: article.layoutTemplate,
    content_blocks: article.blocks.map((block) => presentBlock(article.id, block)),
  };
}
