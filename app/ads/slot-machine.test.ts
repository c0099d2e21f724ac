import { expect, it } from 'vitest';
import { nextState, type SlotMove, type SlotState } from './slot-machine.ts';

const after = (...moves: SlotMove[]) =>
  moves.reduce<SlotState | null>((state, move) => (state === null ? null : nextState(state, move)), 'undefined');

it.each<[SlotMove[], SlotState | null]>([
  [['define'], 'defined'],
  [['define', 'load'], 'loaded'],
  [['define', 'load', 'refresh', 'refresh'], 'refreshed'],
  [['define', 'load', 'close'], 'hidden'],
  [['define', 'load', 'refresh', 'close'], 'hidden'],
  [['destroy'], 'destroyed'],
  [['define', 'load', 'close', 'destroy'], 'destroyed'],
  [['load'], null],
  [['define', 'refresh'], null],
  [['define', 'close'], null],
  [['define', 'load', 'close', 'refresh'], null],
  [['destroy', 'define'], null],
])('moves an ad slot as it may: %j to %s (R-297)', (moves, state) => expect(after(...moves)).toBe(state));
