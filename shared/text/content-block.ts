import type { ContentBlockType } from '#shared/enums.ts';

/**
 * Blocks of an article, as stored and as passed to pages. HTML is sanitised when written; pages sanitise it
 * again by type.
 */
export type ContentBlock =
  | { type: typeof ContentBlockType.TEXT; html: string }
  | {
      type: typeof ContentBlockType.IMAGE;
      /** Reference in the picture store. */
      picture: string;
      alt: string;
      caption?: string;
      credit?: string;
    }
  | { type: typeof ContentBlockType.AUDIO; mediaFileId: number; title: string; durationMs: number }
  | { type: typeof ContentBlockType.VIDEO; mediaFileId: number; title: string; durationMs: number; poster: string }
  | { type: typeof ContentBlockType.FACEBOOK; /** Address of the post on facebook.com. */ url: string; title: string }
  | { type: typeof ContentBlockType.YOUTUBE; /** Eleven-character video id. */ videoId: string; title: string }
  | {
      type: typeof ContentBlockType.MEDIA_LIBRARY;
      title: string;
      /** A gallery of pictures from the station's library. */
      items: { picture: string; alt: string; caption?: string }[];
    };
