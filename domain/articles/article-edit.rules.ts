import type { ContentBlock } from '#shared/text/content-block.ts';
import { ContentBlockType } from '#shared/enums.ts';
import { plainText } from '#shared/text/plain-text.ts';

const SLUG_MAX_CHARS = 60;
const PREVIEW_MAX_CHARS = 140;

const firstChars = (text: string, max: number) => Array.from(text).slice(0, max).join('');

/** The readable part of a URL, from a title in any script. */
export function slugOf(title: string): string {
  const words = title.normalize('NFKC').replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, '-');
  return firstChars(words.replace(/^-/, ''), SLUG_MAX_CHARS).replace(/-$/, '') || 'article';
}

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
