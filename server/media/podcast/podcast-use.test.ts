import { expect, it } from 'vitest';
import { PODCAST_LIMITS } from '#shared/limits.ts';
import { createUse } from './podcast-use.ts';

it('gives a feed so many bytes an hour, says when there are more, and lets no other feed pay for them', () => {
  let now = new Date(0);
  const use = createUse(() => now);
  const { limit, windowMs } = PODCAST_LIMITS.bytesOfFeed;
  const first = use.begin(1);
  first.count(limit);
  first.done();
  now = new Date(600_000);
  expect(() => use.begin(1)).toThrow(
    expect.objectContaining({ errorName: 'tooManyRequests', detail: { retry_after_seconds: windowMs / 1000 - 600 } }),
  );
  use.begin(2).done();
  now = new Date(windowMs);
  use.begin(1).done();
});
