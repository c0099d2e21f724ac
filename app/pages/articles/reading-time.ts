import type { ContentBlock } from '#shared/text/content-block.ts';
import { ContentBlockType } from '#shared/enums.ts';

/** Chinese characters read per minute. */
const CHARACTERS_A_MINUTE = 400;

/** Reading time of an article, in whole minutes; 0 for very short text. */
export function minutesToRead(blocks: readonly ContentBlock[]): number {
  const characters = blocks.reduce(
    (sum, block) => (block.type === ContentBlockType.TEXT ? sum + block.html.replace(/<[^>]*>|\s/g, '').length : sum),
    0,
  );
  return Math.round(characters / CHARACTERS_A_MINUTE);
}
