import type { ContentBlock } from '#shared/text/content-block.ts';
import { calls } from '#app/paths.ts';
import { ContentBlockType } from '#shared/enums.ts';
import { phrase } from '#shared/text/phrase.ts';
import type { BlockView } from './content-blocks.tsx';
import { toRichText } from '#shared/text/to-rich-text.ts';

const YOUTUBE_ID = /^[\w-]{11}$/;
const FACEBOOK_HOSTS = new Set(['www.facebook.com', 'facebook.com', 'm.facebook.com', 'web.facebook.com', 'fb.watch']);

/** URL of a post on Facebook; undefined for any other URL. */
function facebookPost(given: string): string | undefined {
  if (!URL.canParse(given)) return undefined;
  const url = new URL(given);
  const known = url.protocol === 'https:' && FACEBOOK_HOSTS.has(url.hostname) && url.port === '' && !url.username;
  return known ? url.href : undefined;
}

function toView(block: ContentBlock, articleId: number, siteUrl: string): BlockView | undefined {
  switch (block.type) {
    case ContentBlockType.TEXT: {
      const nodes = toRichText(block.html, { siteUrl });
      return nodes.length === 0 ? undefined : { kind: 'text', nodes };
    }
    case ContentBlockType.IMAGE:
      return {
        kind: 'image',
        picture: block.picture,
        alt: block.alt,
        caption: block.caption ?? '',
        credit: block.credit ?? '',
      };
    case ContentBlockType.AUDIO:
    case ContentBlockType.VIDEO:
      return {
        kind: block.type === ContentBlockType.AUDIO ? 'audio' : 'video',
        src: calls.articleMedia(articleId, block.mediaFileId),
        title: block.title,
        durationMs: block.durationMs,
        poster: block.type === ContentBlockType.VIDEO ? block.poster : '',
      };
    case ContentBlockType.FACEBOOK: {
      const url = facebookPost(block.url);
      return url === undefined ? undefined : { kind: 'facebook', url, title: phrase(block.title) };
    }
    case ContentBlockType.YOUTUBE:
      return YOUTUBE_ID.test(block.videoId)
        ? { kind: 'youtube', videoId: block.videoId, title: phrase(block.title) }
        : undefined;
    case ContentBlockType.MEDIA_LIBRARY:
      return block.items.length === 0
        ? undefined
        : {
            kind: 'gallery',
            title: block.title,
            items: block.items.map(({ picture, alt, caption }) => ({ picture, alt, caption: caption ?? '' })),
          };
    default:
      // Unknown kinds, from a later version, are not shown.
      return undefined;
  }
}

/** The blocks of an article as its page shows them. Blocks that cannot be shown safely are dropped. */
export function toBlockViews(
  blocks: readonly ContentBlock[],
  { articleId, siteUrl }: { articleId: number; siteUrl: string },
): BlockView[] {
  return blocks.flatMap((block) => toView(block, articleId, siteUrl) ?? []);
}
