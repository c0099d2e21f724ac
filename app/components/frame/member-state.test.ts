import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const page = { cookie: '' };

beforeEach(() => {
  vi.resetModules();
  page.cookie = 'ad_free=1';
  vi.stubGlobal('document', page);
  const location = { pathname: '/', protocol: 'http:', hostname: 'localhost' };
  vi.stubGlobal('window', { location });
  vi.stubGlobal('location', location);
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('is asked for without the name for statistics where the code of that is blocked', async () => {
  page.cookie = 'cookie_consent=2.3';
  vi.doMock('#app/tracking/visitor-name.ts', () => {
    throw new TypeError('blocked');
  });
  vi.stubGlobal('fetch', async () => Response.json({ response: { user: { user_id: 3 }, subscribed: false } }));
  const { askWhoItIs, memberNow } = await import('./member-state.ts');
  await askWhoItIs();
  expect(memberNow()?.user).toEqual({ user_id: 3 });
  vi.doUnmock('#app/tracking/visitor-name.ts');
});

describe('the ad-free mark of a subscriber', () => {
  it.each([
    ['is lost', () => Promise.reject(new TypeError('network'))],
    ['is refused', async () => new Response('', { status: 503 })],
  ])('stays where the first request for their state %s', async (_, reply) => {
    vi.stubGlobal('fetch', reply);
    const { askWhoItIs, memberNow } = await import('./member-state.ts');
    await askWhoItIs();
    expect(memberNow()?.user).toBeNull();
    expect(page.cookie).toBe('ad_free=1');
  });

  it('goes where the server says that there is no plan', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ response: { user: null, subscribed: false } }));
    const { askWhoItIs } = await import('./member-state.ts');
    await askWhoItIs();
    expect(page.cookie).toContain('ad_free=');
    expect(page.cookie).toMatch(/max-age=0/i);
  });
});
