import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { stationDayOf } from '#shared/station-day.ts';
import { axeFaults, launchBrowser, siteUrl, visit } from '#tests/setup/browser.ts';

// The endless list plays in turn. Its songs are cut short here: moments of the free beginning of one broadcast.

interface Part {
  item_id: number;
  program_archive_id: number;
  start_ts: number;
  broadcast_day: string;
}

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

it('plays one song after another for a guest, in the one player, says which, and stops', async () => {
  const reply = await fetch(`${siteUrl()}/api/programarchives/1035?limit=20`);
  const { items: parts } = ((await reply.json()) as { response: { items: Part[] } }).response;
  const part = parts.find(({ broadcast_day: day }) => day < stationDayOf(new Date()))!;
  const song = (id: number, title: string, from: number, to: number) => ({
    mark_id: id,
    song_id: id,
    title,
    artist: '歌手',
    program_archive_id: part.program_archive_id,
    program_archive_section_id: part.item_id,
    start_ts: part.start_ts + from,
    end_ts: part.start_ts + to,
    is_free: true,
  });
  const response = {
    items: [song(1, '第一首', 10, 13), song(2, '第二首', 30, 120), song(3, '第三首', 150, 200)],
    has_more: false,
  };
  const { page, faults, close } = await visit(browser, '/songs/endless');
  await page.route('**/api/songs/endless?*', (route) =>
    route.fulfill({ json: { response_code: 200, response_message: '', response } }),
  );
  const says = (title: string) =>
    page
      .getByRole('status')
      .filter({ hasText: `播緊《${title}》歌手` })
      .waitFor();
  await page.getByRole('button', { name: '一首接一首播' }).click();
  await says('第一首');
  // By itself.
  await says('第二首');
  const sounding = () =>
    page.evaluate(() => ({
      players: [...document.querySelectorAll<HTMLMediaElement>('audio, video')].filter(({ paused }) => !paused).length,
      title: navigator.mediaSession.metadata?.title,
      artist: navigator.mediaSession.metadata?.artist,
    }));
  expect(await sounding()).toEqual({ players: 1, title: '第二首', artist: '歌手' });
  expect(await axeFaults(page)).toEqual([]);
  const group = page.getByRole('group', { name: '一首接一首' });
  await group.getByRole('button', { name: '下一首' }).click();
  await says('第三首');
  await group.getByRole('button', { name: '停' }).click();
  await group.getByRole('button', { name: '一首接一首播' }).waitFor();
  expect((await sounding()).players).toBe(0);
  expect(faults).toEqual([]);
  await close();
});
