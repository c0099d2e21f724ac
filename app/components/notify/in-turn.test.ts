import { expect, it } from 'vitest';
import { inTurn } from './in-turn.ts';

/** Lets what was settled go on. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

it('runs one at a time, then only the newest of what was asked for meanwhile, and tells which that is', async () => {
  const ran: string[] = [];
  const ends: (() => void)[] = [];
  const ask = inTurn<string>(async (asked, isNewest) => {
    ran.push(asked);
    await new Promise<void>((resolve) => ends.push(resolve));
    ran.push(`${asked} ${isNewest() ? 'newest' : 'replaced'}`);
  });
  ask('one');
  ask('two');
  ask('three');
  expect(ran).toEqual(['one']);
  ends.shift()!();
  await settle();
  expect(ran).toEqual(['one', 'one replaced', 'three']);
  ends.shift()!();
  await settle();
  ask('four');
  expect(ran).toEqual(['one', 'one replaced', 'three', 'three newest', 'four']);
});
