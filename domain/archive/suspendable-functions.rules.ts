/** Functions that an operator can suspend; callers then get code 20 with the operator's message. */
export const SUSPENDABLE_FUNCTIONS = [
  'archive.play',
  'library.playlist',
  'library.favourite',
  'library.history',
  'library.bookmark',
] as const;
export type SuspendableFunction = (typeof SUSPENDABLE_FUNCTIONS)[number];
