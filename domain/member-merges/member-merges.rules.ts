/** Why two members are not merged, with what must be done first. The desk has the words. */
export type MergeRefusal =
  | 'same-member'
  | 'kept-not-active'
  | 'merged-not-active'
  | 'took-over-before'
  | 'recurring-payment'
  | 'open-order'
  | 'offline-application'
  | 'two-plans'
  | 'plan-overlaps'
  | 'same-film'
  | 'in-a-family'
  | 'too-much';

/** Why a merge is not undone. */
export type UnmergeRefusal = 'not-merged' | 'too-late' | 'being-erased';

const DAY_MS = 86_400_000;
const REVERSIBLE_MS = 7 * DAY_MS;

/** Until when a merge can be undone. */
export const reversibleUntil = ({ mergedAt }: { mergedAt: Date }): Date => new Date(mergedAt.getTime() + REVERSIBLE_MS);
