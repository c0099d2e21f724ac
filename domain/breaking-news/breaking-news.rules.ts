import type { StripKind } from '#shared/enums.ts';

/** Cache tag of every page. */
export const BREAKING_NEWS_TAG = 'breaking-news';

export const MAX_WORDS = 80;
/** Longest time from start to end. */
export const MAX_HOURS = 24;

/** A path of the site, without what could lead elsewhere or end an attribute. */
export const isSitePath = (path: string): boolean => /^\/(?![/\\])[^\s"'<>\\]{0,299}$/u.test(path);

/** What a message of the station is about. */
export const MESSAGE_KINDS = ['weather', 'service'] as const satisfies StripKind[];

/** What pages show. */
export interface ShownBreakingNews {
  /** Changes with the words, so that visitors who dismissed the former ones see them. */
  key: string;
  kind: StripKind;
  words: string;
  /** Empty: no link. */
  path: string;
  endsAtMs: number;
}
