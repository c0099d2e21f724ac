import { ContentType } from '#shared/enums.ts';

/** Shelves of the home page whose order editors decide, with the kind of their articles. */
export const HOME_SHELVES = {
  topics: ContentType.ARTICLE,
  highlights: ContentType.PROGRAM_HIGHLIGHT_ARTICLE,
  columns: ContentType.SOUND_COLUMN_ARTICLE,
} as const;
export type HomeShelf = keyof typeof HOME_SHELVES;
export const HOME_SHELF_NAMES = Object.keys(HOME_SHELVES) as HomeShelf[];

/** Articles that an editor may put first on a shelf. */
export const MAX_PINS = 8;
export const HOME_ORDER_TAG = 'home-order';

/** The pinned ones first, then the others, without repeating one. */
export const pinnedFirst = <Card extends { id: number }>(
  pinned: readonly Card[],
  others: readonly Card[],
  limit: number,
): Card[] => {
  const ids = new Set(pinned.map(({ id }) => id));
  return [...pinned, ...others.filter(({ id }) => !ids.has(id))].slice(0, limit);
};
