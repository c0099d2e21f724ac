import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

// Each test starts with fresh modules, like a document.
const load = async () => ({
  store: await import('./favourites.ts'),
  state: await import('#app/components/frame/member-state.ts'),
});

interface Sent {
  method: string;
  path: string;
  body: unknown;
}
let sent: Sent[];
/** Server replies by method and path; pending until released. */
let replies: Record<string, () => Promise<Response>>;

const ok = (response: unknown) => Response.json({ response_code: 200, response_message: 'ok', response });
const refused = (status: number, code: number) =>
  Response.json({ response_code: code, response_message: 'no', response: {} }, { status });
const added = (id: number, status = 1) => ok({ user_favourite_id: 9, status, program_id: id, revision: 1 });
const IDS = 'GET /api/programs/fav/ids';
const ADD = 'POST /api/playlist/favourite';
const REMOVE = 'DELETE /api/playlist/favourite';

beforeEach(() => {
  vi.resetModules();
  sent = [];
  replies = { [IDS]: async () => ok({ program_ids: [1, 2] }) };
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('location', { protocol: 'https:', hostname: 'radio.example' });
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal('window', { location: { pathname: '/' }, addEventListener: vi.fn(), removeEventListener: vi.fn() });
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    const [plain] = path.split('?');
    sent.push({ method, path, body: typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined });
    const reply = replies[`${method} ${plain}`];
    if (!reply) throw new Error(`${method} ${path} was not foreseen`);
    return reply();
  });
});
afterEach(() => vi.unstubAllGlobals());

const asked = (what: string) => sent.filter(({ method, path }) => `${method} ${path.split('?')[0]}` === what).length;

/** A reply that the test releases. */
function held(response: Response) {
  const gate = Promise.withResolvers<Response>();
  return { reply: () => gate.promise, letGo: () => gate.resolve(response) };
}

describe('favourites in the browser', () => {
  it('are asked for on first need and once, however many ask (R-272)', async () => {
    const { store } = await load();
    expect(store.favouritesNow()).toBeNull();
    expect(asked(IDS)).toBe(0);
    await Promise.all([store.loadFavourites(), store.loadFavourites()]);
    await store.loadFavourites();
    expect(asked(IDS)).toBe(1);
    expect([...store.favouritesNow()!]).toEqual([1, 2]);
  });

  it('are asked for again where the answer did not come', async () => {
    const { store } = await load();
    replies[IDS] = async () => refused(503, 3);
    expect(await store.loadFavourites()).toMatchObject({ isOk: false, code: 3 });
    replies[IDS] = async () => ok({ program_ids: [4] });
    await store.loadFavourites();
    expect([...store.favouritesNow()!]).toEqual([4]);
  });

  it('toggle both ways, and a press counts for nothing while a request runs (R-269)', async () => {
    const { store } = await load();
    const slow = held(added(5));
    replies[ADD] = slow.reply;
    replies[REMOVE] = async () => ok({ list: 'favourite', revision: 2, removed: 1 });
    await store.loadFavourites();
    const first = store.toggleFavourite(5);
    await vi.waitFor(() => expect(asked(ADD)).toBe(1));
    expect(await store.toggleFavourite(5)).toBeNull();
    expect(await store.toggleFavourite(1)).toBeNull();
    slow.letGo();
    expect(await first).toMatchObject({ isOk: true });
    expect([...store.favouritesNow()!]).toEqual([1, 2, 5]);
    await store.toggleFavourite(5);
    expect([...store.favouritesNow()!]).toEqual([1, 2]);
    expect(sent.filter(({ method }) => method !== 'GET').map(({ method, body }) => [method, body])).toEqual([
      ['POST', { program_id: 5 }],
      ['DELETE', { program_id: 5 }],
    ]);
  });

  it('are one more only where the answer says active (R-270)', async () => {
    const { store } = await load();
    replies[ADD] = async () => added(5, 0);
    await store.toggleFavourite(5);
    expect([...store.favouritesNow()!]).toEqual([1, 2]);
    replies[ADD] = async () => refused(409, 120001);
    expect(await store.toggleFavourite(5)).toMatchObject({ isOk: false, code: 120001 });
    expect([...store.favouritesNow()!]).toEqual([1, 2]);
  });

  it('are not taken off without a programme or the word all, and nothing is sent (R-271)', async () => {
    const { store } = await load();
    expect(await store.removeFavourite({})).toMatchObject({ isOk: false, code: 'missing arguments' });
    expect(sent).toEqual([]);
    replies[REMOVE] = async () => ok({ list: 'favourite', revision: 2, removed: 2 });
    await store.loadFavourites();
    await store.removeFavourite({ all: true });
    expect(sent.at(-1)?.body).toEqual({ all: true });
    expect([...store.favouritesNow()!]).toEqual([]);
  });

  it('are denied to who asks for them while a change runs (R-274)', async () => {
    const { store } = await load();
    const slow = held(added(5));
    replies[ADD] = slow.reply;
    await store.loadFavourites();
    const change = store.toggleFavourite(5);
    await vi.waitFor(() => expect(asked(ADD)).toBe(1));
    expect(await store.loadFavourites()).toMatchObject({ isOk: false, code: 'denied' });
    slow.letGo();
    await change;
    expect(await store.loadFavourites()).toMatchObject({ isOk: true });
  });

  it('of one member are not shown to the next', async () => {
    const { store, state } = await load();
    const user = { user_id: 7, display_name: '阿怡', login_status: true, user_setting: {}, mobileDefaultResolution: 1 };
    replies['GET /api/user/state'] = async () => ok({ user });
    await state.askWhoItIs();
    await store.loadFavourites();
    expect(store.favouritesNow()).not.toBeNull();
    state.forgetMember();
    expect(store.favouritesNow()).toBeNull();
  });
});
