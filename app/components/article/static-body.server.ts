import { timeText } from '#app/text/zh-hk/time.ts';
import type { ContentBlock } from '#shared/text/content-block.ts';
import { ContentBlockType } from '#shared/enums.ts';
import { dayHkOf } from '#shared/hk-time.ts';
import { toRichText } from '#shared/text/to-rich-text.ts';
import type { StaticBlockView } from './static-body.tsx';

/** The blocks of a static page: sanitised texts, and pictures. No other kind is used. */
export function toStaticBlocks(blocks: readonly ContentBlock[], siteUrl: string): StaticBlockView[] {
  return blocks.flatMap((block): StaticBlockView[] => {
    if (block.type === ContentBlockType.TEXT) {
      const nodes = toRichText(block.html, { siteUrl });
      return nodes.length > 0 ? [{ kind: 'text', nodes }] : [];
    }
    if (block.type === ContentBlockType.IMAGE)
      return [{ kind: 'image', picture: block.picture, alt: block.alt, caption: block.caption ?? '' }];
    return [];
  });
}

/** Date of the last change, for machines and in Chinese. */
export function changedDay(atMs: number): { day: string; words: string } {
  const day = dayHkOf(new Date(atMs));
  return { day, words: timeText.year(day.slice(0, 4)) + timeText.date(day) };
}
