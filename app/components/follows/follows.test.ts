import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CONSENT_SCRIPT } from '#app/components/shell/consent.ts';
import { MAX_GUEST_FOLLOWS } from '#domain/follows/follows.rules.ts';
import { ROW_HEIGHT } from './row-height.ts';

// Each test starts with fresh modules, like a document.
const load = async () => ({
  follows: await import('./follows.ts'),
  list: await import('./guest-list.ts'),
  state: await import('#app/components/frame/member-state.ts'),
});

const KEY = 'airwave.follows';
const TUNNEL = { kind: 'tunnel', subject: '紅隧' } as const;
const SONG = { kind: 'song', subject: '7' } as const;
const HOST = { kind: 'host', subject: '3' } as const;

const stored = new Map<string, string>();
let sent: { what: string; body: unknown }[];
let replies: Record<string, () => Promise<Response>>;
let memberId: number | null;
let hasStorage: boolean;
/** Properties of the document, and whether it shows the home page. */
const room = new Map<string, string>();
let isHome: boolean;

const ok = (response: unknown) => Response.json({ response_code: 200, response_message: 'ok', response });
const failed = () => Response.json({ response_code: 3, response_message: 'no', response: {} }, { status: 503 });
const keep = (items: unknown) => stored.set(KEY, JSON.stringify(items));
const kept = (): unknown => JSON.parse(stored.get(KEY) ?? '[]');

beforeEach(() => {
  vi.resetModules();
  stored.clear();
  sent = [];
  memberId = null;
  hasStorage = true;
  replies = {};
  room.clear();
  isHome = false;
  vi.stubGlobal('document', {
    cookie: '',
    querySelector: () => (isHome ? {} : null),
    documentElement: {
      style: {
        getPropertyValue: (name: string) => room.get(name) ?? '',
        setProperty: (name: string, value: string) => room.set(name, value),
        removeProperty: (name: string) => room.delete(name),
      },
    },
  });
  vi.stubGlobal('location', { protocol: 'https:', hostname: 'radio.example' });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (!hasStorage) throw new Error('no storage');
      stored.set(key, value);
    },
    removeItem: (key: string) => void stored.delete(key),
  });
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('window', { location: { pathname: '/' }, addEventListener: vi.fn(), removeEventListener: vi.fn() });
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (path === '/api/user/state')
      return ok({ user: memberId === null ? null : { user_id: memberId }, is_email_verified: true, subscribed: false });
    const what = `${method} ${path}`;
    sent.push({ what, body: typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined });
    const reply = replies[what];
    if (!reply) throw new Error(`${what} was not foreseen`);
    return reply();
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('the list of a guest', () => {
  it('takes presses both ways, asks the server nothing, and marks the browser for the home page', async () => {
    const { follows } = await load();
    await follows.toggleFollow(TUNNEL);
    await follows.toggleFollow(SONG);
    expect(kept()).toEqual([SONG, TUNNEL]);
    expect(document.cookie).toMatch(/^follows=1; .*Max-Age=[1-9]/);
    await follows.toggleFollow(SONG);
    await follows.toggleFollow(TUNNEL);
    expect(stored.has(KEY)).toBe(false);
    expect(document.cookie).toMatch(/Max-Age=0/);
    expect(sent).toEqual([]);
  });

  it('ends at two hundred', async () => {
    const { follows } = await load();
    const full = Array.from({ length: MAX_GUEST_FOLLOWS }, (_, i) => ({ kind: 'song', subject: String(i + 1) }));
    keep(full);
    await follows.toggleFollow(TUNNEL);
    expect(kept()).toEqual(full);
  });

  it.each(['nonsense', '{"a":1}', '[null,1,{"kind":"x","subject":"1"},{"kind":"song","subject":""}]'])(
    'is empty where something else is stored: %s',
    async (text) => {
      stored.set(KEY, text);
      const { list } = await load();
      expect(list.readGuestList()).toEqual([]);
    },
  );

  it('says that nothing was followed where nothing can be stored', async () => {
    hasStorage = false;
    const { follows } = await load();
    const told: boolean[] = [];
    follows.watchFollow(TUNNEL, (isFollowed) => told.push(isFollowed));
    await follows.toggleFollow(TUNNEL);
    expect(told).not.toContain(true);
  });

  it('is gone after a log-out, with its mark', async () => {
    keep([TUNNEL]);
    const { list } = await load();
    list.clearFollows();
    expect(stored.has(KEY)).toBe(false);
    expect(document.cookie).toMatch(/^follows=1; .*Max-Age=0/);
  });
});

describe('the space of the row on the home page', () => {
  it('is reserved from the first press on, and given up with the last', async () => {
    const { follows } = await load();
    await follows.toggleFollow(TUNNEL);
    expect(room.get('--followed')).toBe(ROW_HEIGHT);
    await follows.toggleFollow(TUNNEL);
    expect(room.size).toBe(0);
  });

  it('does not change while it is on screen', async () => {
    const { list } = await load();
    isHome = true;
    list.markFollows(true);
    expect(room.size).toBe(0);
  });

  it('is the same before the scripts of the page run', () => {
    expect(CONSENT_SCRIPT).toContain(`setProperty('--followed','${ROW_HEIGHT}')`);
  });
});

describe('joining it to that of a member', () => {
  beforeEach(() => {
    memberId = 7;
    keep([TUNNEL, SONG]);
  });

  it('loses nothing if the call fails', async () => {
    const { follows } = await load();
    replies['POST /api/follows'] = async () => failed();
    await follows.joinGuestList();
    expect(kept()).toEqual([TUNNEL, SONG]);
    replies['POST /api/follows'] = async () => ok({ added: 2, left_out: [] });
    await follows.joinGuestList();
    expect(stored.has(KEY)).toBe(false);
    expect(sent.map(({ body }) => body)).toEqual([{ items: [TUNNEL, SONG] }, { items: [TUNNEL, SONG] }]);
  });

  it('keeps what has no room, and what another tab added meanwhile', async () => {
    const { follows } = await load();
    replies['POST /api/follows'] = async () => {
      keep([HOST, TUNNEL, SONG]);
      return ok({ added: 1, left_out: [SONG] });
    };
    await follows.joinGuestList();
    expect(kept()).toEqual([HOST, SONG]);
  });

  it('is done before the list is asked for, and once', async () => {
    const { follows } = await load();
    replies['POST /api/follows'] = async () => ok({ added: 2, left_out: [] });
    replies['GET /api/follows'] = async () => ok({ items: [TUNNEL, SONG] });
    replies['POST /api/follows/news'] = async () => ok({ followed: 2, items: [] });
    const isFollowed = new Promise((resolve) => follows.watchFollow(TUNNEL, resolve));
    await Promise.all([follows.joinGuestList(), isFollowed]);
    expect(await isFollowed).toBe(true);
    await follows.askFollowed();
    expect(sent.map(({ what }) => what)).toEqual(['POST /api/follows', 'GET /api/follows', 'POST /api/follows/news']);
  });

  it('does nothing without one', async () => {
    stored.delete(KEY);
    const { follows } = await load();
    await follows.joinGuestList();
    expect(sent).toEqual([]);
  });
});

describe('the list of a member', () => {
  it('is asked for once, whoever watches, and again for somebody else', async () => {
    memberId = 7;
    const { follows, state } = await load();
    let items: object[] = [TUNNEL];
    replies['GET /api/follows'] = async () => ok({ items });
    const told: Record<string, boolean> = {};
    const watch = () => {
      follows.watchFollow(TUNNEL, (isFollowed) => (told['tunnel'] = isFollowed));
      follows.watchFollow(SONG, (isFollowed) => (told['song'] = isFollowed));
    };
    watch();
    await vi.waitFor(() => expect(told).toEqual({ tunnel: true, song: false }));
    expect(sent).toHaveLength(1);
    memberId = 8;
    items = [SONG];
    await state.askWhoItIs();
    watch();
    await vi.waitFor(() => expect(told).toEqual({ tunnel: false, song: true }));
    expect(sent).toHaveLength(2);
  });

  it('changes on the server alone, and shows a press only if it was taken', async () => {
    memberId = 7;
    const { follows } = await load();
    replies['GET /api/follows'] = async () => ok({ items: [] });
    replies['PUT /api/follows'] = async () => failed();
    let isShown = false;
    follows.watchFollow(TUNNEL, (isFollowed) => (isShown = isFollowed));
    await follows.toggleFollow(TUNNEL);
    expect(isShown).toBe(false);
    replies['PUT /api/follows'] = async () => ok({ is_new: true });
    await follows.toggleFollow(TUNNEL);
    expect(isShown).toBe(true);
    expect(stored.has(KEY)).toBe(false);
  });
});
