import { expect, it } from 'vitest';
import { leadOrder } from './lead-order.ts';

const channel = (name: string, source: 'base' | 'override' | 'filler', startsAtMs: number, hasVideo = false) => ({
  name,
  hasVideo,
  current: { source, startsAtMs },
});

it('leads with a special, then video, then what began last; filler comes last', () => {
  const order = leadOrder([
    channel('filler', 'filler', 900),
    channel('early', 'base', 100),
    channel('late', 'base', 200),
    channel('video', 'base', 50, true),
    channel('special', 'override', 10),
  ]);
  expect(order.map((c) => c.name)).toEqual(['special', 'video', 'late', 'early', 'filler']);
});
