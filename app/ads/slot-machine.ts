/** What a place is in the life of a page (SM-18). One that is closed or gone takes no more part in anything. */
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

/** The state after a move; null where the move is not one of this state. */
export const nextState = (state: SlotState, move: SlotMove): SlotState | null =>
  move === 'destroy' ? 'destroyed' : (MOVES[state][move] ?? null);
