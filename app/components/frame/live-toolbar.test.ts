import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { hasStoreScript, storeFor } from './app-store.ts';
import { isOver, isStale, tilesOfReply, type ToolbarTile } from './live-toolbar-data.ts';
import { toolbarState } from './live-toolbar-state.ts';

const tile: ToolbarTile = {
  channelId: 881,
  title: '',
  keyart: '',
  from: '11:00',
  to: '13:00',
  startsAtMs: 0,
  endsAtMs: 7_200_000,
  hasVideo: false,
  next: '',
};

it('opens the toolbar of a phone to 2 with a picture and to 1 without, and keeps a closed one closed (R-259, R-260)', () => {
  expect([toolbarState(false, true), toolbarState(true, false), toolbarState(true, true)]).toEqual([0, 1, 2]);
});

it('asks for the next programme at the end, and gives up the name only a minute later', () => {
  expect([isOver(tile, 7_199_999), isOver(tile, 7_200_000)]).toEqual([false, true]);
  expect([isStale(tile, 7_259_999), isStale(tile, 7_260_000)]).toEqual([false, true]);
});

it('shows the programme on air from a reply that was made before it began, and the last of a list that is over', () => {
  const programme = (name: string, start_ts: number) => ({
    start_ts,
    end_ts: start_ts + 3_600,
    display_start_time: '',
    display_end_time: '',
    program_name: name,
    keyart_url: { src: '' },
  });
  const timetableList = [programme('past', 0), programme('present', 3_600), programme('next', 7_200)];
  const titleAt = (currentTimestamp: number) =>
    tilesOfReply(
      {
        response_code: 200,
        response: {
          currentTimestamp,
          channelTimetableList: [{ channel_id: 881, timetableList }],
          liveScheduleList: [],
        },
      },
      [tile],
    )?.[0]?.title;
  expect([0, 3_599.5, 3_600, 7_200, 99_999].map(titleAt)).toEqual(['past', 'past', 'present', 'next', 'next']);
});

describe('the store of a phone (R-191)', () => {
  const agents = [
    ['Mozilla/5.0 (Linux; Android 12; HUAWEI P50) Mobile', 'huawei'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile', 'ios'],
    ['Mozilla/5.0 (Linux; Android 14; Pixel 8) Mobile', 'android'],
    ['Mozilla/5.0 (X11; Linux x86_64)', null],
  ] as const;

  it.each(agents)('%s: %s', (agent, store) => expect(storeFor(agent)).toBe(store));

  it('is said alike by the script in the page, which wants an address too', () => {
    const shown = (agent: string, apps: Parameters<typeof hasStoreScript>[0]) =>
      // The same text as in the page.
      runInNewContext(hasStoreScript(apps), { navigator: { userAgent: agent } }) as boolean;
    const all = { ios: '/a', android: '/b', huawei: '/c' };
    for (const [agent, store] of agents) {
      expect(shown(agent, all)).toBe(store !== null);
      if (store) expect(shown(agent, { ...all, [store]: '' })).toBe(false);
    }
  });
});
