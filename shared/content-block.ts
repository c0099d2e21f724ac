import type { ContentBlockType } from '#shared/enums.ts';

/**
 * The parts an article is made of, as they are stored and given to pages. HTML was sanitised when it was
 * written; pages sanitise it by type again.
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
  | { type: typeof ContentBlockType.YOUTUBE; /** The eleven letters of the video. */ videoId: string; title: string }
  | {
      type: typeof ContentBlockType.MEDIA_LIBRARY;
      title: string;
      /** A gallery: pictures of the station's library. */
      items: { picture: string; alt: string; caption?: string }[];
    };
