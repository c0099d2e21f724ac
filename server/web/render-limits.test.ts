import { expect, it } from 'vitest';
import { createRenderLimits } from './render-limits.ts';

/** Renders that finish on command, recording concurrency. */
function setUp(options: Partial<Parameters<typeof createRenderLimits>[0]> = {}) {
  const limited = createRenderLimits({ perSecond: 0, ...options });
  const running: { address: string; end: () => void }[] = [];
  const most = new Map<string, number>();
  const ask = (address: string) =>
    limited(
      address,
      () =>
        new Promise<string>((done) => {
          const render = { address, end: () => done(address) };
          running.push(render);
          most.set(address, Math.max(most.get(address) ?? 0, running.filter((r) => r.address === address).length));
          most.set('all', Math.max(most.get('all') ?? 0, running.length));
        }),
    );
  const endOne = (address: string) => {
    const i = running.findIndex((render) => render.address === address);
    running.splice(i, 1)[0]?.end();
  };
  const settle = () => new Promise((done) => setImmediate(() => setImmediate(done)));
  return { ask, running, most, endOne, settle };
}

it('renders few pages at once for one address, and all it asked for in the end', async () => {
  const { ask, running, most, endOne, settle } = setUp();
  const asked = Array.from({ length: 12 }, () => ask('203.0.113.1'));
  for (let left = 12; left > 0; left--) {
    await settle();
    expect(running).toHaveLength(Math.min(2, left));
    endOne('203.0.113.1');
  }
  await Promise.all(asked);
  expect(most.get('203.0.113.1')).toBe(2);
});

it('serves another address at once while twelve connections of one wait in their line', async () => {
  const { ask, running, endOne } = setUp();
  for (let i = 0; i < 12; i++) void ask('203.0.113.1');
  const other = ask('203.0.113.2');
  // Within the same event loop turn: none of the flood's queue ran before.
  expect(running.map(({ address }) => address)).toEqual(['203.0.113.1', '203.0.113.1', '203.0.113.2']);
  endOne('203.0.113.2');
  expect(await other).toBe('203.0.113.2');
});

it('shares what may run at once between addresses, turn by turn', async () => {
  const { ask, running, most, endOne, settle } = setUp({ atOnce: 2 });
  const asked = ['a', 'a', 'a', 'a', 'b', 'b'].map(ask);
  await settle();
  expect(running.map(({ address }) => address)).toEqual(['a', 'a']);
  endOne('a');
  await settle();
  endOne('a');
  await settle();
  expect(running.map(({ address }) => address).toSorted()).toEqual(['a', 'b']);
  while (running.length) {
    endOne(running[0]?.address ?? '');
    await settle();
  }
  await Promise.all(asked);
  expect(most.get('all')).toBe(2);
});

it('refuses who comes after a full line, with when to come again, and forgets nobody in it', async () => {
  const { ask, running, endOne, settle } = setUp({ maxWaiting: 3 });
  const taken = Array.from({ length: 5 }, () => ask('a'));
  await expect(ask('a')).rejects.toMatchObject({ errorName: 'tooManyRequests', detail: { retry_after_seconds: 1 } });
  for (let i = 0; i < 5; i++) {
    await settle();
    endOne('a');
  }
  expect(await Promise.all(taken)).toHaveLength(5);
  expect(running).toHaveLength(0);
});

it('refuses an address that asks for more new pages than people do, and it alone', async () => {
  const time = { ms: 0 };
  const limited = createRenderLimits({ perSecond: 0.1, nowMs: () => time.ms });
  const page = async () => 'page';
  expect(await limited('a', page)).toBe('page');
  await expect(limited('a', page)).rejects.toMatchObject({ errorName: 'tooManyRequests' });
  expect(await limited('b', page)).toBe('page');
  time.ms += 10_000;
  expect(await limited('a', page)).toBe('page');
});

it('gives a place back when a render fails', async () => {
  const limited = createRenderLimits({ perSecond: 0, atOncePerAddress: 1, atOnce: 1 });
  for (let i = 0; i < 3; i++)
    await expect(limited('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await limited('a', async () => 'page')).toBe('page');
});
