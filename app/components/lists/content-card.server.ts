import { articlePath } from '#app/components/article/article-path.ts';
import { content } from '#app/text/zh-hk/content.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import type { ArticleCard } from '#domain/articles/articles.ts';
import { ContentType, channelsOf } from '#shared/enums.ts';
import { clockHk, dayHkOf } from '#shared/hk-time.ts';
import { phrase } from '#shared/text/phrase.ts';
import type { ContentCardView } from './content-card.tsx';

/** `11月20日 14:05`, with the year if it is not the current one. */
export function publishedWords(atMs: number, now: Date): string {
  const at = new Date(atMs);
  const day = dayHkOf(at);
  const year = day.slice(0, 4);
  const date = timeText.date(day);
  return `${year === dayHkOf(now).slice(0, 4) ? date : timeText.year(year) + date} ${clockHk(at)}`;
}

function labelOf({ contentType, section, category, column, programName }: ArticleCard): string {
  const kind = content.kinds[contentType] ?? '';
  if (contentType === ContentType.SOUND_COLUMN_ARTICLE) return column?.name ?? kind;
  if (contentType === ContentType.PROGRAM_HIGHLIGHT_ARTICLE) return programName ?? category?.name ?? kind;
  if (contentType === ContentType.NEWS_ARTICLE_ARTICLE && category) return content.editorialOn(category.name);
  if (section !== null) return content.sections[section];
  return category?.name ?? kind;
}

/** An article as a card. `now` determines whether the year is shown. */
export function toContentCard(card: ArticleCard, now: Date): ContentCardView {
  const isColumn = card.contentType === ContentType.SOUND_COLUMN_ARTICLE;
  return {
    id: card.id,
    contentType: card.contentType,
    href: articlePath(card),
    title: phrase(card.title),
    summary: card.caption || card.previewContent,
    art: card.keyart,
    label: labelOf(card),
    by: isColumn ? (card.column?.hostName ?? '') : '',
    portrait: isColumn ? (card.column?.picture ?? '') : '',
    channels: channelsOf(card.channelBitwise),
    hasAudio: card.hasAudio,
    hasVideo: card.hasVideo,
    isLive: card.isLive,
    publishedAtMs: card.publishAtMs,
    publishedWords: publishedWords(card.publishAtMs, now),
  };
}

/** An article as a line of a ranking. */
export function toRanked(card: ArticleCard): Pick<ContentCardView, 'id' | 'href' | 'title'> {
  return { id: card.id, href: articlePath(card), title: phrase(card.title) };
}
