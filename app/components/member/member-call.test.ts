import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { apiErrors } from '#app/text/zh-hk/api-errors.ts';
import { problemWords } from '#app/text/zh-hk/forms.ts';
import { RESPONSE_CODES, type ErrorName } from '#shared/domain-error.ts';
import type { MemberState } from '#app/components/frame/member-state.ts';

// Each test starts with fresh modules, like a document: no messages, unknown visitor.
const load = async () => ({
  state: await import('#app/components/frame/member-state.ts'),
  call: await import('./member-call.ts'),
  dialogs: await import('#app/components/shell/dialogs.ts'),
});

const kept = new Map<string, string>();
const page = { cookie: '' };
const location = {
  protocol: 'https:',
  hostname: 'radio.example',
  pathname: '/live/903',
  search: '?a=1',
  reload: vi.fn(),
};

beforeEach(() => {
  vi.resetModules();
  kept.clear();
  page.cookie = '';
  location.reload.mockClear();
  vi.stubGlobal('document', page);
  vi.stubGlobal('location', location);
  vi.stubGlobal('window', { location });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

const answer = (status: number, body: unknown) => vi.stubGlobal('fetch', async () => Response.json(body, { status }));
const user: MemberState['user'] = {
  user_id: 7,
  display_name: '阿怡',
  login_status: true,
  user_setting: {},
  mobileDefaultResolution: 1,
};
const refused = { response_code: 10004, response_message: 'no authentication', response: {} };

async function knowMember(state: typeof import('#app/components/frame/member-state.ts')) {
  answer(200, { response_code: 200, response_message: 'ok', response: { user } });
  await state.askWhoItIs();
}

describe('a session that is over (HD-01)', () => {
  it('is said to who was known here, once, and reloads when that is read', async () => {
    const { state, call, dialogs } = await load();
    await knowMember(state);
    answer(401, refused);
    expect(await call.callAsMember('/api/x')).toMatchObject({ isOk: false, status: 401, code: 10004 });
    await call.callAsMember('/api/x');
    const [box, ...more] = dialogs.shownNow();
    expect(more).toEqual([]);
    expect(box).toMatchObject({ kind: 'confirm', title: '登入時間過咗，請再登入', closable: false });
    if (box?.kind === 'confirm') box.buttons[0]?.action?.();
    expect(location.reload).toHaveBeenCalledTimes(1);
  });

  it('does not load a page anew that was just loaded anew', async () => {
    kept.set('airwave.reloaded_at', String(Date.now()));
    const { state, call, dialogs } = await load();
    await knowMember(state);
    answer(401, refused);
    await call.callAsMember('/api/x');
    expect(dialogs.shownNow()).toMatchObject([{ kind: 'alert', title: '登入時間過咗，請再登入' }]);
  });

  it('is not said to a guest, nor where a menu only asks', async () => {
    const { state, call, dialogs } = await load();
    answer(401, refused);
    await call.callAsMember('/api/x');
    await knowMember(state);
    answer(401, refused);
    await call.callAsMember('/api/x', {}, { tells: false });
    expect(dialogs.shownNow()).toEqual([]);
  });
});

describe('the alert helper (HD-03)', () => {
  const where = { go: vi.fn(), pricing: '' };

  it.each([10004, 20003])('asks a guest whom %i stopped to log in, and knows the way back', async (code) => {
    const { call, dialogs } = await load();
    call.tellRefusal({ status: code === 10004 ? 401 : 403, code, message: '' }, where);
    const [box] = dialogs.shownNow();
    expect(box).toMatchObject({ kind: 'confirm', title: '請先登入' });
    expect(page.cookie).toBe('');
    if (box?.kind === 'confirm') box.buttons.at(-1)?.action?.();
    expect(where.go).toHaveBeenLastCalledWith('/member/user/login');
    expect(page.cookie).toContain('redirect=%2Flive%2F903%3Fa%3D1; Path=/; Max-Age=1800');
  });

  it('shows a member without a plan where plans are sold, and never the log-in', async () => {
    const { state, call, dialogs } = await load();
    await knowMember(state);
    call.tellRefusal({ status: 403, code: 20003, message: '' }, { ...where, pricing: 'https://pricing.example/' });
    call.tellRefusal({ status: 403, code: 20003, message: '' }, where);
    expect(dialogs.shownNow()).toMatchObject([
      { kind: 'confirm', words: '這是收費內容，訂閱節目重溫計劃便可收聽。' },
      { kind: 'alert' },
    ]);
  });

  it('keeps the way back for who goes to buy a plan (R-434)', async () => {
    const { state, call, dialogs } = await load();
    await knowMember(state);
    const open = vi.fn();
    vi.stubGlobal('window', { location, open });
    page.cookie = '';
    call.tellRefusal({ status: 403, code: 20003, message: '' }, { ...where, pricing: 'https://pricing.example/' });
    expect(page.cookie).toBe('');
    const [box] = dialogs.shownNow();
    if (box?.kind === 'confirm') box.buttons.at(-1)?.action?.();
    expect(page.cookie).toContain('redirect=%2Flive%2F903%3Fa%3D1; Path=/; Max-Age=1800');
  });

  it('goes to a price list of this site in place, so that the player plays on', async () => {
    const { state, call, dialogs } = await load();
    await knowMember(state);
    const open = vi.fn();
    vi.stubGlobal('window', { location, open });
    call.tellRefusal({ status: 403, code: 20003, message: '' }, { ...where, pricing: '/pricing' });
    const [box] = dialogs.shownNow();
    if (box?.kind === 'confirm') box.buttons.at(-1)?.action?.();
    expect(where.go).toHaveBeenLastCalledWith('/pricing');
    expect(open).not.toHaveBeenCalled();
  });

  it('leads back to the second that was heard, where it is told which', async () => {
    const { call, dialogs } = await load();
    const returnTo = '/program/archives/7?at=1795222800';
    call.tellRefusal({ status: 403, code: 20003, message: '' }, { ...where, returnTo });
    const [box] = dialogs.shownNow();
    if (box?.kind === 'confirm') box.buttons.at(-1)?.action?.();
    expect(page.cookie).toContain(`redirect=${encodeURIComponent(returnTo)};`);
  });

  it('only logs what has no code (HD-09)', async () => {
    const { call, dialogs } = await load();
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    call.tellRefusal({ status: 0, code: null, message: 'offline' }, where);
    expect(log).toHaveBeenCalled();
    expect(dialogs.shownNow()).toEqual([]);
    log.mockRestore();
  });
});

it('logs a check of the plan that failed, and takes the visitor for a guest (R-446)', async () => {
  const { state } = await load();
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  answer(503, { response_code: 3, response_message: 'service unavailable', response: {} });
  await state.askWhoItIs();
  expect(log).toHaveBeenCalledWith(expect.stringContaining('member state'), 503);
  expect(state.memberNow()).toMatchObject({ user: null, subscribed: false });
  log.mockRestore();
});

describe('words of codes', () => {
  it('says of a code what the pages of members say of it', () => {
    // Login does not reveal which of two values was wrong; a wait is shown with its length; of two refusals with 10003
    // or 10011 the catalogue has the other text.
    const others: ErrorName[] = ['passwordMismatch', 'tooManyRequests', 'userMerged', 'proofNeeded'];
    const names = (Object.keys(RESPONSE_CODES) as ErrorName[]).filter((name) => !others.includes(name));
    const said = names.map((name) => [name, problemWords(name, null)]);
    const unknown = problemWords('internalError', null);
    expect(said.filter(([, words]) => words !== unknown).length).toBeGreaterThan(20);
    for (const [name, words] of said)
      if (words !== unknown) expect([name, apiErrors[RESPONSE_CODES[name as ErrorName].code]]).toEqual([name, words]);
  });

  it('says that a payment is under way (R-440)', () => {
    expect(apiErrors[20006]).toContain('付款處理中');
  });

  it('has words for every code the server sends', () => {
    const codes = Object.values(RESPONSE_CODES).map(({ code }) => code);
    expect(codes.filter((code) => !apiErrors[code])).toEqual([]);
  });

  it('says the default for others, and that somebody was too quick (HD-08)', async () => {
    const { call } = await load();
    // Nothing was refused: the network is unavailable.
    expect(call.refusalText({ status: 0, code: null, message: 'Failed to fetch' })).toBe('連唔到網絡，連返線再試。');
    expect(call.refusalText({ status: 400, code: 99_999, message: '' })).toBe('暫時做唔到，請等一陣再試。');
    expect(call.refusalText({ status: 429, code: 1, message: '' })).toBe('試得太密，請等幾分鐘再試。');
    expect(call.refusalText({ status: 503, code: 20, message: '今晚維修' })).toBe('今晚維修');
  });
});

it('gives up in time on a call that its page can end, too', async () => {
  const tooLate = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(tooLate.signal);
  vi.stubGlobal(
    'fetch',
    (_path: string, { signal }: RequestInit) =>
      new Promise((_, fail) => signal?.addEventListener('abort', () => fail(new Error('aborted')))),
  );
  const { call } = await load();
  const answered = call.callAsMember('/api/replaysales/my', { signal: new AbortController().signal });
  tooLate.abort();
  expect(await answered).toMatchObject({ isOk: false, status: 0 });
  vi.restoreAllMocks();
});
