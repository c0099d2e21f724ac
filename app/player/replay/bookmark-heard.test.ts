import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { shownNow } from '#app/components/shell/dialogs.ts';
import type { PlayerState } from '#app/player/player.state.ts';
import { initialPlayer } from '#app/player/player.state.ts';
import { newVod } from '#app/player/vod-session.ts';
import { replaySource } from '#app/player/sources/replay.ts';
import { REPLAY_STARTS_MS, replayReply } from '#tests/factories/playback/replay-reply.ts';
import { bookmarkHeard, bookmarkNotice, takeBackBookmark } from './bookmark-heard.ts';
import { applyReply } from './replay-reply.ts';

// Key B during a replay: the call, the message, undo, and refusals.

const HEARD_MS = REPLAY_STARTS_MS + 61_234;
const source = applyReply(replaySource({ sectionId: 11 }, 'auto'), replayReply());
const player: PlayerState = { ...initialPlayer, session: newVod(source, 61_234) };
vi.mock('#app/player/player.store.ts', () => ({
  heardNowMs: () => HEARD_MS,
  playerSnapshot: () => ({ player }),
}));
let user: object | null = null;
vi.mock('#app/components/frame/member-state.ts', () => ({ memberNow: () => ({ user }) }));

let asked: { method: string | undefined; body: unknown }[];
let answer: { status: number; response_code: number | string; response: unknown };
const where = { go: () => undefined, pricing: 'https://pay.example/' };

beforeEach(() => {
  asked = [];
  user = { user_id: 7 };
  vi.stubGlobal('localStorage', { setItem: () => undefined });
  vi.stubGlobal('fetch', async (_path: string, { method, body }: RequestInit) => {
    asked.push({ method, body: JSON.parse(body as string) });
    const { status, ...reply } = answer;
    return Response.json({ response_message: '', ...reply }, { status });
  });
});
afterEach(() => vi.unstubAllGlobals());

it('marks the sentence just said, tells its words, and takes it back in place of asking first', async () => {
  const marked = { user_bookmark_id: 5, revision: 1, at: HEARD_MS / 1000, words: '一程車，一段路。', is_new: true };
  answer = { status: 200, response_code: 200, response: marked };
  await bookmarkHeard(where);
  expect(asked[0]).toEqual({
    method: 'POST',
    body: { program_archive_section_id: 11, at: HEARD_MS / 1000, just_said: true },
  });
  expect(bookmarkNotice()).toMatchObject({ id: 5, sourceKey: 'replay/11' });
  expect(bookmarkNotice()?.words).toContain('「一程車，一段路。」');
  answer = { status: 200, response_code: 200, response: {} };
  await takeBackBookmark();
  expect(asked[1]).toEqual({ method: 'DELETE', body: { user_bookmark_id: 5 } });
  expect(bookmarkNotice()?.id).toBeNull();
});

it('takes back what its list removed meanwhile, as in another tab, without a refusal', async () => {
  const marked = { user_bookmark_id: 9, revision: 1, at: HEARD_MS / 1000, words: null, is_new: true };
  answer = { status: 200, response_code: 200, response: marked };
  await bookmarkHeard(where);
  answer = { status: 404, response_code: 6, response: {} };
  await takeBackBookmark();
  expect(bookmarkNotice()).toMatchObject({ id: null, words: '已經移除書籤。' });
});

it('tells the moment where nobody speaks, and takes back nothing that was there before', async () => {
  const marked = { user_bookmark_id: 6, revision: 1, at: HEARD_MS / 1000, words: null, is_new: true };
  answer = { status: 200, response_code: 200, response: marked };
  await bookmarkHeard(where);
  expect(bookmarkNotice()?.words).toContain('09:01');
  answer = { status: 200, response_code: 200, response: { ...marked, is_new: false } };
  await bookmarkHeard(where);
  expect(bookmarkNotice()?.id).toBeNull();
  await takeBackBookmark();
  expect(asked.map(({ method }) => method)).toEqual(['POST', 'POST']);
});

it.each([
  ['a guest to log in', 401, 10004, false, '請先登入'],
  ['a plain member for a plan', 403, 20003, true, '收費內容'],
  ['that a classic has no bookmarks', 409, 10028, true, '未做到'],
] as const)('asks %s', async (_what, status, code, isMember, title) => {
  user = isMember ? { user_id: 7 } : null;
  vi.stubGlobal('location', { pathname: '/', search: '' });
  vi.stubGlobal('window', { location: { pathname: '/', search: '' } });
  answer = { status, response_code: code, response: {} };
  await bookmarkHeard(where);
  expect(shownNow().at(-1)).toMatchObject({ kind: 'confirm', title });
});
