import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MemberState } from '#app/components/frame/member-state.ts';

const kept = new Map<string, string>();
const page = {
  cookie: '',
  hidden: false,
  /** Fake page contents. */
  holds: '',
  media: [] as { paused: boolean }[],
  querySelectorAll: () => page.media,
  querySelector: (what: string) => (page.holds !== '' && what.split(', ').includes(page.holds) ? {} : null),
};
let heard: Record<string, () => void>;
let asked: string[];

const member: MemberState = {
  user: { user_id: 7, display_name: '阿怡', login_status: true, user_setting: {}, mobileDefaultResolution: 1 },
  is_email_verified: true,
  subscribed: true,
  allowed_to_add_to_playlist: true,
  show_card_expiring: true,
  show_boc_reminder: false,
  show_archive_tutorial: false,
  show_archive_offer: false,
  tracking_token: null,
};

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  kept.clear();
  page.hidden = false;
  page.holds = '';
  page.media = [];
  heard = {};
  asked = [];
  vi.stubGlobal('document', page);
  vi.stubGlobal('location', { protocol: 'https:', hostname: 'radio.example' });
  vi.stubGlobal('window', {
    location: { pathname: '/' },
    addEventListener: (type: string, run: () => void) => (heard[type] = run),
  });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return Response.json({ response: member });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function attended() {
  const state = await import('#app/components/frame/member-state.ts');
  const { attend } = await import('./member-duties.ts');
  const { shownNow } = await import('#app/components/shell/dialogs.ts');
  await state.askWhoItIs();
  asked = [];
  attend(member, vi.fn());
  return { ...state, attend, shownNow };
}
const keptAlive = () => asked.filter((url) => url === '/api/keepalive').length;
const MINUTE_MS = 60_000;

it('says what is to be said once a tab, and to another member anew', async () => {
  const { attend, shownNow } = await attended();
  expect(shownNow()).toHaveLength(1);
  attend(member, vi.fn());
  expect(shownNow()).toHaveLength(1);
  attend({ ...member, user: { ...member.user!, user_id: 8 } }, vi.fn());
  expect(shownNow()).toHaveLength(2);
});

it.each([
  ['pays', 'main[data-alone]'],
  ['came to watch a film or an event', '[data-screen]'],
])('interrupts nobody who %s, and says it on the page after', async (_what, holds) => {
  page.holds = holds;
  const { attend, shownNow } = await attended();
  expect(shownNow()).toHaveLength(0);
  page.holds = '';
  attend(member, vi.fn());
  expect(shownNow()).toHaveLength(1);
});

it.each([
  '/crgovideo',
  '/crgovideo/8/night-ferry',
  '/crgovideo/myvideo',
  '/live-event/2',
  '/live/903',
  '/playlist/instantplay',
  '/member/userinfo/playlist',
  '/member/userinfo/listeningHistory',
  '/member/userinfo/live',
  '/member/asiapay/checkout',
  '/member/userinfo/newSubscription',
])('covers nothing of %s, and says it on the page after', async (path) => {
  window.location.pathname = path;
  const { attend, shownNow } = await attended();
  expect(shownNow()).toHaveLength(0);
  window.location.pathname = '/host';
  attend(member, vi.fn());
  expect(shownNow()).toHaveLength(1);
});

it('covers nothing while something plays', async () => {
  page.media = [{ paused: true }, { paused: false }];
  const { attend, shownNow } = await attended();
  expect(shownNow()).toHaveLength(0);
  page.media = [{ paused: true }];
  attend(member, vi.fn());
  expect(shownNow()).toHaveLength(1);
});

it('keeps the session of a page in use, every 20 to 40 seconds, by one call at a time', async () => {
  const { attend } = await attended();
  attend(member, vi.fn());
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
  expect(keptAlive()).toBeGreaterThanOrEqual(15);
  expect(keptAlive()).toBeLessThanOrEqual(30);
});

it('lets the session of a page that nobody touches go, and takes it up with the next touch', async () => {
  await attended();
  await vi.advanceTimersByTimeAsync(30 * MINUTE_MS);
  asked = [];
  await vi.advanceTimersByTimeAsync(600 * MINUTE_MS);
  expect(keptAlive()).toBe(0);
  heard.pointerdown?.();
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(keptAlive()).toBeGreaterThan(0);
});

describe('positions that a dead tab left', () => {
  const AT = 1_795_222_800_000;
  const position = (sequence: number, memberId: number) => {
    const heard = { streamId: 881, atMs: AT, movedMs: 10_000, heard: [] };
    return { ...heard, sequence, memberId, clockMs: AT, steadyMs: 1_000, page: 1, wasSent: false };
  };
  const stored = () => JSON.parse(kept.get('airwave.places') ?? '{}') as { places: { sequence: number }[] };
  let told: { places: { sequence: number; age_s: number | null }[] }[];
  const leftBehind = (places: ReturnType<typeof position>[]) => {
    kept.set('airwave.places', JSON.stringify({ deviceKey: 'browser-1', next: 9, places }));
    told = [];
    vi.stubGlobal('location', { protocol: 'https:', hostname: 'radio.example' });
    vi.stubGlobal('localStorage', sessionStorage);
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
      if (url !== '/api/playback/places') return Response.json({ response: member });
      told.push(JSON.parse(init?.body as string));
      return Response.json({ response_code: 200, response_message: 'ok', response: { acknowledged: 2 } });
    });
  };

  it('are handed in when the member is next there, and those of others wait', async () => {
    leftBehind([position(1, 7), position(2, 7), position(3, 8)]);
    await attended();
    expect(told).toEqual([]);
    await vi.advanceTimersByTimeAsync(1_000);
    await vi.waitFor(() => expect(told).toHaveLength(1), { timeout: 20_000 });
    expect(told[0]?.places.map(({ sequence, age_s }) => [sequence, age_s])).toEqual([
      [1, null],
      [2, null],
    ]);
    await vi.waitFor(() => expect(stored().places).toMatchObject([{ sequence: 3 }]), { timeout: 20_000 });
  });

  it('are asked for by nobody where there are none', async () => {
    leftBehind([]);
    await attended();
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(told).toEqual([]);
  });
});

it('says nothing for a tab that is not seen, nor after the log-out', async () => {
  const { forgetMember } = await attended();
  page.hidden = true;
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
  expect(keptAlive()).toBe(0);
  page.hidden = false;
  forgetMember();
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
  expect(keptAlive()).toBe(0);
});
