import { expect, it } from 'vitest';
import { relatedHosts } from './related-hosts.ts';

const host = (id: number, channelBitwise: number, programs: number[], hostType: 'regular' | 'guest' = 'regular') => ({
  id,
  hostType,
  channelBitwise,
  programs: programs.map((programId) => ({ id: programId })),
});

it('puts who shares a programme first, guests of the channel last, and leaves out other channels and the host', () => {
  const me = host(1, 2, [10, 11]);
  const others = [host(1, 2, [10]), host(2, 2, []), host(3, 2 | 8, [], 'guest'), host(4, 1, []), host(5, 4, [11])];
  expect(relatedHosts(me, others).map((h) => h.id)).toEqual([5, 2, 3]);
});

it('does not call two guests related because both are guests', () => {
  expect(relatedHosts(host(1, 1 | 8, [], 'guest'), [host(2, 4 | 8, [], 'guest')])).toEqual([]);
});
