import { Parser } from 'htmlparser2';
import type { ContentBlock } from '#shared/text/content-block.ts';
import { ContentBlockType } from '#shared/enums.ts';

const PARTS_TEXT = /^(p|div|br|li|h[1-6]|tr|td|th|blockquote|figcaption|pre|dt|dd)$/;

/** The text of HTML, with a space between blocks. */
function htmlText(html: string): string {
  let text = '';
  const parser = new Parser({
    ontext: (part) => (text += part),
    onopentag: (name) => {
      if (PARTS_TEXT.test(name)) text += ' ';
    },
    onclosetag: (name) => {
      if (PARTS_TEXT.test(name)) text += ' ';
    },
  });
  parser.write(html);
  parser.end();
  return text;
}

function blockText(block: ContentBlock): string {
  switch (block.type) {
    case ContentBlockType.TEXT:
      return htmlText(block.html);
    case ContentBlockType.IMAGE:
      return block.caption ?? block.alt;
    case ContentBlockType.MEDIA_LIBRARY:
      return [block.title, ...block.items.map((item) => item.caption ?? item.alt)].join(' ');
    case ContentBlockType.AUDIO:
    case ContentBlockType.VIDEO:
    case ContentBlockType.FACEBOOK:
    case ContentBlockType.YOUTUBE:
      return block.title;
  }
}

/** The text of an article as a single line. */
export function plainText(blocks: readonly ContentBlock[]): string {
  return blocks.map(blockText).join(' ').replaceAll(/\s+/g, ' ').trim();
}
