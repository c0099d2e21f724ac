import type { ContentBlock } from '#shared/content-block.ts';
import { ContentBlockType } from '#shared/enums.ts';

/** Characters of Chinese somebody reads in a minute. */
const CHARACTERS_A_MINUTE = 400;

/** How long the words of an article take, in whole minutes; 0 where there is hardly any. */
export function minutesToRead(blocks: readonly ContentBlock[]): number {
  const characters = blocks.reduce(
    (sum, block) => (block.type === ContentBlockType.TEXT ? sum + block.html.replace(/<[^>]*>|\s/g, '').length : sum),
    0,
  );
  return Math.round(characters / CHARACTERS_A_MINUTE);
}
