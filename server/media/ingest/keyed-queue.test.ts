import { describe, expect, it } from 'vitest';
import { createKeyedQueue } from './keyed-queue.ts';

describe('turns', () => {
  it('work a line off in the order it was joined, and other lines meanwhile', async () => {
    const turns = createKeyedQueue(10_000);
    const order: string[] = [];
    const a = turns.take('x');
    const b = turns.take('x');
    const c = turns.take('x');
    const other = turns.take('y');
    const later = [c, b].map(async (turn, i) => {
      await turn.ready();
      order.push(i === 0 ? 'c' : 'b');
      turn.done();
    });
    await other.ready();
    order.push('other');
    a.done();
    await Promise.all(later);
    expect(order).toEqual(['other', 'b', 'c']);
  });

  it('are ended when the last of every line is done', async () => {
    const turns = createKeyedQueue(10_000);
    const [a, b, other] = [turns.take('x'), turns.take('x'), turns.take('y')];
    const order: string[] = [];
    const ended = turns.ended().then(() => order.push('ended'));
    for (const turn of [a, other, b]) {
      await new Promise(setImmediate);
      order.push('turn');
      turn.done();
    }
    await ended;
    expect(order).toEqual(['turn', 'turn', 'turn', 'ended']);
    await turns.ended();
  });

  it('are not held up for ever by one that never ends', async () => {
    const turns = createKeyedQueue(20);
    turns.take('x');
    await turns.take('x').ready();
  });
});
