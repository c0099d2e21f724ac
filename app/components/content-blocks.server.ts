import type { ContentBlock } from '#shared/content-block.ts';
import { calls } from '#app/paths.ts';
import { ContentBlockType } from '#shared/enums.ts';
import { phrase } from '#shared/phrase.ts';
import type { BlockView } from './content-blocks.tsx';
import { toRichText } from './rich-text.server.ts';

const YOUTUBE_ID = /^[\w-]{11}$/;
const FACEBOOK_HOSTS = new Set(['www.facebook.com', 'facebook.com', 'm.facebook.com', 'web.facebook.com', 'fb.watch']);
/** Paragraphs before the place of the advertisement, and how many must follow for there to be one. */
const AD_AFTER_PARAGRAPHS = 3;
const PARAGRAPHS_AFTER_AD = 2;

/** A post's address on Facebook; undefined for any other place. */
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
      // A kind that a later part may bring: what is not known is not shown.
      return undefined;
  }
}

const isParagraph = (node: unknown) => typeof node === 'object' && node !== null && 'tag' in node && node.tag === 'p';

/** Puts the place of an advertisement after the third paragraph, where enough is left to read after it. */
function withAd(views: readonly BlockView[]): BlockView[] {
  const total = views.reduce(
    (sum, view) => sum + (view.kind === 'text' ? view.nodes.filter(isParagraph).length : 0),
    0,
  );
  if (total < AD_AFTER_PARAGRAPHS + PARAGRAPHS_AFTER_AD) return [...views];
  let seen = 0;
  return views.flatMap((view): BlockView[] => {
    if (view.kind !== 'text' || seen >= AD_AFTER_PARAGRAPHS) return [view];
    const at = view.nodes.findIndex((node) => isParagraph(node) && ++seen === AD_AFTER_PARAGRAPHS);
    if (at < 0) return [view];
    const rest = view.nodes.slice(at + 1);
    return [
      { kind: 'text', nodes: view.nodes.slice(0, at + 1) },
      { kind: 'ad' },
      ...(rest.length > 0 ? [{ kind: 'text', nodes: rest } as const] : []),
    ];
  });
}

/** The blocks of an article as its page shows them. One that cannot be shown safely is left out. */
export function toBlockViews(
  blocks: readonly ContentBlock[],
  { articleId, siteUrl }: { articleId: number; siteUrl: string },
): BlockView[] {
  return withAd(blocks.flatMap((block) => toView(block, articleId, siteUrl) ?? []));
}
