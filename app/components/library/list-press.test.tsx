import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { libraryText } from '#app/text/zh-hk/library.ts';
import { problems } from '#app/text/zh-hk/problems.ts';
import { AddToPlaylistButton, FavouriteButton } from './list-buttons.tsx';

const load = async () => ({
  press: await import('./list-press.ts'),
  state: await import('#app/components/frame/member-state.ts'),
  dialogs: await import('#app/components/shell/dialogs.ts'),
});

const DESKTOP = 'Mozilla/5.0 (X11; Linux x86_64)';
const page = { cookie: '' };
const open = vi.fn();
const where = { go: vi.fn(), pricing: 'https://pricing.example/' };
let sent: unknown[];

beforeEach(() => {
  vi.resetModules();
  sent = [];
  page.cookie = '';
  open.mockClear();
  const location = { protocol: 'https:', hostname: 'radio.example', pathname: '/program/1', search: '', assign: open };
  vi.stubGlobal('document', page);
  vi.stubGlobal('location', location);
  vi.stubGlobal('window', { location, open, addEventListener: vi.fn() });
  vi.stubGlobal('navigator', { userAgent: DESKTOP });
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
});
afterEach(() => vi.unstubAllGlobals());

function answer(status: number, code: number, { message = 'no', response = {} as unknown } = {}) {
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit = {}) => {
    if (typeof init.body === 'string') sent.push(JSON.parse(init.body));
    return Response.json({ response_code: code, response_message: message, response }, { status });
  });
}

async function knowMember(state: typeof import('#app/components/frame/member-state.ts')) {
  const user = { user_id: 7, display_name: '阿怡', login_status: true, user_setting: {}, mobileDefaultResolution: 1 };
  answer(200, 200, { response: { user } });
  await state.askWhoItIs();
}

const added = { items: [], added: 3, left_out: { already_there: 1, no_room: 2 }, revision: 4 };

describe('adding to the playlist', () => {
  it('tells what was added and what was not', async () => {
    const { press, dialogs } = await load();
    answer(200, 200, { response: added });
    await press.addToPlaylist({ program_archive_id: 3 }, where);
    expect(sent).toEqual([{ program_archive_id: 3 }]);
    expect(dialogs.shownNow()).toMatchObject([{ kind: 'notify', words: libraryText.added(3, 1, 2) }]);
  });

  it('sends what its button says, and nothing that no button says', async () => {
    const { press } = await load();
    const saidBy = (drawn: string) => press.askedBy(/data-add="([^"]*)"/.exec(drawn)?.[1] ?? '');
    const draw = (what: Parameters<typeof AddToPlaylistButton>[0]['what'], direction?: 'forward') =>
      renderToStaticMarkup(<AddToPlaylistButton what={what} name="n" {...(direction && { direction })} />);
    expect(saidBy(draw({ sectionId: 12 }))).toEqual({ program_archive_section_id: 12 });
    expect(saidBy(draw({ broadcastId: 3 }, 'forward'))).toEqual({ program_archive_id: 3, direction: 'forward' });
    expect(saidBy(draw({ programId: 5 }))).toEqual({ program_id: 5 });
    for (const wrong of ['', 'section', 'section:x', 'other:1']) expect(press.askedBy(wrong)).toBeNull();
  });

  it('shows on a phone where the app is, and sends nothing (R-285, R-344)', async () => {
    const { press, dialogs } = await load();
    vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)' });
    answer(200, 200, { response: added });
    await press.addToPlaylist({ program_archive_id: 3 }, where);
    expect(sent).toEqual([]);
    const [box] = dialogs.shownNow();
    expect(box).toMatchObject({ kind: 'confirm', title: libraryText.getApp.title });
    if (box?.kind === 'confirm') box.buttons.at(-1)?.action?.();
    expect(open).toHaveBeenCalledWith('/mobileredirect?appname=archive');
  });

  it.each([
    [120001, 409, problems.playlistFull],
    [120004, 409, problems.playlistHasItem],
    [10027, 409, problems.tooManyBookmarks],
    [10028, 409, problems.notForClassics],
    [6, 404, libraryText.addFailed],
    [3, 500, libraryText.addFailed],
    [20, 503, '今晚維修。'],
  ])('says of %i what it means, with a way back to the page (R-436, R-437, R-444)', async (code, status, words) => {
    const { press, state, dialogs } = await load();
    await knowMember(state);
    answer(status, code, { message: code === 20 ? '今晚維修。' : 'no' });
    await press.addToPlaylist({ program_id: 1 }, where);
    const [box] = dialogs.shownNow();
    expect(box).toMatchObject({ kind: 'confirm', words });
    if (box?.kind === 'confirm') box.buttons[0]?.action?.();
    expect(where.go).toHaveBeenLastCalledWith('/program/1');
  });

  it('leads a member without a plan to the plans, and remembers the page (R-433, R-434)', async () => {
    const { press, state, dialogs } = await load();
    await knowMember(state);
    answer(403, 20003);
    await press.addToPlaylist({ program_id: 1 }, where);
    const [box] = dialogs.shownNow();
    expect(box).toMatchObject({ kind: 'confirm' });
    if (box?.kind === 'confirm') box.buttons.at(-1)?.action?.();
    expect(page.cookie).toContain('redirect=%2Fprogram%2F1');
    expect(open).toHaveBeenCalledWith('https://pricing.example/', '_blank', 'noopener');
  });
});

describe('the heart of a programme', () => {
  it('asks a guest to log in, in its own words, and leads back (R-438)', async () => {
    const { press, dialogs } = await load();
    answer(401, 10004);
    await press.pressFavourite(1, where);
    const [box] = dialogs.shownNow();
    expect(box).toMatchObject({ kind: 'confirm', words: libraryText.favouriteForGuests });
    if (box?.kind === 'confirm') box.buttons.at(-1)?.action?.();
    expect(where.go).toHaveBeenLastCalledWith('/member/user/login');
    expect(page.cookie).toContain('redirect=%2Fprogram%2F1');
  });

  it('shows a member without a plan what it needs, in its own words (R-438)', async () => {
    const { press, state, dialogs } = await load();
    await knowMember(state);
    answer(403, 20003);
    await press.pressFavourite(1, where);
    expect(dialogs.shownNow()).toMatchObject([{ kind: 'confirm', words: libraryText.favouriteForPlans }]);
  });

  it('is drawn for everybody alike: whether it is one comes after load', () => {
    expect(renderToStaticMarkup(<FavouriteButton programId={4} name="n" />)).toMatch(
      /data-favourite="4" aria-pressed="false"/,
    );
  });
});
