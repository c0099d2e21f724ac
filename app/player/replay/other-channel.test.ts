import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { shownNow } from '#app/components/shell/dialogs.ts';
import { initialPlayer, type PlayerState } from '#app/player/player.state.ts';
import { newVod } from '#app/player/vod-session.ts';
import { replaySource, type ReplayRequest } from '#app/player/sources/replay.ts';
import { REPLAY_STARTS_MS, replayReply } from '#tests/factories/playback/replay-reply.ts';
import { otherChannels, playNextChannel, playSameMinute } from './other-channel.ts';
import { applyReply } from './replay-reply.ts';

const HEARD_MS = REPLAY_STARTS_MS + 1_234_500;
const source = applyReply(replaySource({ sectionId: 11 }, 'auto'), replayReply());
const player: PlayerState = { ...initialPlayer, session: newVod(source, 1_234_500) };
const played: ReplayRequest[] = [];
vi.mock('#app/player/player.store.ts', () => ({
  heardNowMs: () => HEARD_MS,
  playerSnapshot: () => ({ player }),
  playReplay: (request: ReplayRequest) => played.push(request),
}));
let subscribed = true;
vi.mock('#app/components/frame/member-state.ts', () => ({ memberNow: () => ({ user: null, subscribed }) }));

let item: object | null;
let asked: string[];
const where = { go: () => undefined, pricing: '' };
const { section } = replayReply();

beforeEach(() => {
  [item, asked, played.length, subscribed] = [{ ...section, item_id: 77, stream_id: 903 }, [], 0, true];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    return Response.json({ response_code: 200, response_message: '', response: { item } });
  });
});
afterEach(() => vi.unstubAllGlobals());

it('goes round the channels, and nowhere from a tape', () => {
  expect(otherChannels(881)).toEqual([903, 864]);
  expect(otherChannels(864)).toEqual([881, 903]);
  expect(otherChannels(10_001)).toEqual([]);
});

it('plays the instant that is heard as it was on the next channel', async () => {
  playNextChannel(where);
  await vi.waitFor(() => expect(played).toEqual([{ sectionId: 77, atMs: HEARD_MS }]));
  expect(asked).toEqual([`/api/programarchives/at?stream=903&at=${Math.floor(HEARD_MS / 1000)}`]);
});

it('leaves the sound as it is where nothing of that minute can be heard there, and says so', async () => {
  for (const nothing of [null, { ...section, is_ended: true }]) {
    item = nothing;
    await playSameMinute(where, 864);
    expect(shownNow().at(-1)).toMatchObject({ kind: 'notify', words: expect.stringContaining('AM864') });
  }
  expect(played).toEqual([]);
});

it('asks a guest to log in before the sound is lost, but not in a free beginning', async () => {
  subscribed = false;
  await playSameMinute(where, 903);
  expect(shownNow().at(-1)).toMatchObject({ kind: 'confirm', title: '請先登入' });
  expect(played).toEqual([]);
  item = { ...section, item_id: 77, free_seconds: 1_300 };
  await playSameMinute(where, 903);
  expect(played).toHaveLength(1);
});
