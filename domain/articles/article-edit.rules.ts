import type { ContentBlock } from '#shared/text/content-block.ts';
import { ContentBlockType } from '#shared/enums.ts';
import { firstChars, slugOf as slugFrom } from '#shared/text/slug-of.ts';
import { plainText } from '#shared/text/plain-text.ts';

const PREVIEW_MAX_CHARS = 140;

/** The readable part of an article's URL. */
export const slugOf = (title: string): string => slugFrom(title, 'article');

/** The beginning of an article's text, for cards. */
export function previewOf(blocks: readonly ContentBlock[]): string {
  const words = plainText(blocks.filter((block) => block.type === ContentBlockType.TEXT));
  return firstChars(words, PREVIEW_MAX_CHARS).trim();
}

/** Whether an article has audio or video, for the badges on its card. */
export const soundAndPicture = (blocks: readonly ContentBlock[]) => ({
  hasAudio: blocks.some((block) => block.type === ContentBlockType.AUDIO),
  hasVideo: blocks.some((block) => block.type === ContentBlockType.VIDEO || block.type === ContentBlockType.YOUTUBE),
});
