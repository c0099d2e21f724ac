/** Lifecycle of a slot on a page (SM-18). A closed or destroyed slot takes no further part. */
export type SlotState = 'undefined' | 'defined' | 'loaded' | 'refreshed' | 'hidden' | 'destroyed';
export type SlotMove = 'define' | 'load' | 'refresh' | 'close' | 'destroy';

const MOVES: Record<SlotState, Partial<Record<SlotMove, SlotState>>> = {
  undefined: { define: 'defined' },
  defined: { load: 'loaded' },
  loaded: { refresh: 'refreshed', close: 'hidden' },
  refreshed: { refresh: 'refreshed', close: 'hidden' },
  hidden: {},
  destroyed: {},
};

/** The state after a transition; null if it is not valid in this state. */
export const nextState = (state: SlotState, move: SlotMove): SlotState | null =>
  move === 'destroy' ? 'destroyed' : (MOVES[state][move] ?? null);
