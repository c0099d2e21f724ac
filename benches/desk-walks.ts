import { setTimeout as delay } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import type { Site } from '#tests/setup/site.ts';
import type { Row } from './measure.ts';
import { confirm, walkTasks, type WalkTask } from './walk-tasks.ts';

// Ten tasks of somebody who has never seen the desk, from its first page after the log-in. Screenshots of each step are
// in `data/desk-walks`.

const MAX_PRESSES = 10;
const MEMBER = 'siuming@demo.radio.example';

/** When a public page shows a text. */
async function untilPublic(url: string, words: string): Promise<number> {
  for (const lateMs = performance.now() + 60_000; performance.now() < lateMs; await delay(50))
    if ((await (await fetch(url)).text()).includes(words)) return performance.now();
  throw new Error(`${url} never had “${words}”`);
}

const TASKS: readonly WalkTask[] = [
  {
    what: 'change a headline',
    name: 'headline',
    who: '何曉澄',
    async walk(walk, nth, site) {
      await walk.room('文章');
      const row = walk.page.getByRole('main').getByRole('listitem').filter({ hasText: '已出' }).nth(nth);
      await walk.press('link', /./, row);
      const title = `改正咗嘅題目 ${nth}`;
      await walk.type('題目', title);
      await walk.sees(/^已儲存 /);
      await walk.press('button', '更新已出嘅文章');
      const id = (await walk.page.getByText(/^#\d+$/).innerText()).slice(1);
      const pressedMs = performance.now();
      const shown = untilPublic(`${site}/article/${id}`, title);
      await confirm(walk, '更新已出嘅文章');
      walk.publicMs = (await shown) - pressedMs;
    },
  },
  {
    what: 'hold a replay',
    name: 'hold',
    who: '區柏言',
    async walk(walk, nth) {
      await walk.room('重溫');
      const row = walk.page.getByRole('row').filter({ hasText: '聽得返' }).nth(nth);
      await walk.press('link', /./, row);
      await walk.press('button', '收起');
      await confirm(walk, '收起', '嘉賓要求');
    },
  },
  {
    what: 'refund an order',
    name: 'refund',
    who: '鄭以誠',
    async walk(walk, nth) {
      await walk.room('收費與對帳');
      await walk.press('link', '訂單');
      // The number that the buyer gave.
      const paid = walk.page.getByRole('row').filter({ hasText: '已付款' });
      const given = await (nth === 0 ? paid.last() : paid.first()).getByRole('link').first().innerText();
      await walk.type('號碼', given);
      await walk.enter();
      await walk.press('link', given, walk.page.getByRole('table'));
      await walk.press('button', '退款');
      await confirm(walk, '退款', '支持者畀多咗一次');
    },
  },
  {
    what: 'override tonight’s timetable',
    name: 'override',
    who: '區柏言',
    async walk(walk, nth) {
      await walk.room('節目表');
      if (nth === 1) await walk.press('link', /903/);
      await walk.press('button', '加節目');
      await walk.type('開始', '20:00');
      await walk.type('完結', '21:00');
      await walk.type('節目名', '今晚特備');
      await walk.press('button', '儲入改動');
      await walk.press('button', '即刻發布');
      await confirm(walk, '即刻發布');
    },
  },
  {
    what: 'find a lost mail',
    name: 'mail',
    who: '方皓',
    async walk(walk) {
      await walk.room('會員');
      await walk.type('搵會員', MEMBER);
      await walk.enter();
      await walk.press('link', '電郵短訊');
      await walk.sees('重設密碼電郵');
      await walk.sees(/寄出$/);
    },
  },
  {
    what: 'replace a wrong picture',
    name: 'picture',
    who: '何曉澄',
    async walk(walk, nth) {
      const colour = nth === 0 ? '#2f6fba' : '#ba2f2f';
      const create = { width: 900, height: 600, channels: 3, background: colour } as const;
      const picture = await sharp({ create }).png().toBuffer();
      await walk.room('文章');
      const row = walk.page
        .getByRole('main')
        .getByRole('listitem')
        .filter({ hasText: '已出' })
        .nth(nth + 3);
      await walk.press('link', /./, row);
      await walk.press('button', '揀圖片');
      await walk.file('上載圖片', '相.png', picture);
      await walk.type('替代文字', '藍色嘅天');
      await walk.type('來源', '本台記者');
      await walk.type('授權', '本台擁有');
      await walk.press('button', '儲存並用呢張');
      await walk.sees(/^已儲存 /);
      await walk.press('button', '更新已出嘅文章');
      await confirm(walk, '更新已出嘅文章');
    },
  },
  {
    what: 'make a code for a listener',
    name: 'code',
    who: '鄭以誠',
    async walk(walk, nth) {
      await walk.room('碼');
      await walk.type('批次名', `補償 ${nth}`);
      await walk.type('日數', '7');
      await walk.choose(/^計劃/, '節目重溫 250 日');
      await walk.type('數量', '1');
      await walk.press('button', '開碼');
      await confirm(walk, '開碼', '訊號中斷');
      const codes = await walk.download(`下載碼 補償 ${nth}`);
      if (!/^[A-Z0-9-]{8,},1,0/m.test(codes)) throw new Error(`no code in ${codes.slice(0, 200)}`);
    },
  },
  {
    what: 'close the day',
    name: 'close',
    who: '鄭以誠',
    async walk(walk) {
      await walk.room('收費與對帳');
      await walk.press('link', '分類帳');
      await walk.press('button', '結日');
      await confirm(walk, '結日');
    },
  },
  {
    what: 'who changed this',
    name: 'who-changed',
    who: '何曉澄',
    async walk(walk) {
      await walk.room('文章');
      const row = walk.page.getByRole('main').getByRole('listitem').filter({ hasText: '改正咗嘅題目' });
      await walk.press('link', /./, row);
      await walk.sees(/何曉澄/);
      await walk.press('button', /^比較第 \d+ 版/);
      await walk.sees(/改正咗嘅題目/);
    },
  },
  {
    what: 'who may do that',
    name: 'who-may',
    who: '黎子昂',
    async walk(walk) {
      await walk.room('權限');
      await walk.sees(/^退款$/);
      await walk.page
        .getByRole('row', { name: /^退款/ })
        .getByText(/方皓.*鄭以誠|鄭以誠.*方皓/)
        .waitFor();
    },
  },
];

/** The member asks for a link to set a new password, and will say that it never came. */
async function askForMail(browser: Browser, url: string): Promise<void> {
  const page = await browser.newPage();
  await page.goto(`${url}/member/user/forgetPassword`);
  await page.locator('[name=email]').fill(MEMBER);
  // The form is refused until the bot check has a token.
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[name=turnstileToken]')?.value !== '');
  await page.getByRole('button', { name: '寄連結畀我' }).click();
  await page.waitForURL('**/resetPasswordMailSent');
  await page.close();
}

/** Walks all tasks at each width. */
export const deskWalks = (site: Pick<Site, 'url' | 'deskUrl'>): Promise<Row[]> =>
  walkTasks(site, TASKS, {
    folder: 'data/desk-walks',
    mostPresses: MAX_PRESSES,
    prepare: (browser) => askForMail(browser, site.url),
  });
