import sharp from 'sharp';
import type { Site } from '#tests/setup/site.ts';
import type { Row } from './measure.ts';
import { confirm, walkTasks, type WalkTask } from './walk-tasks.ts';
import type { Walk } from './walk.ts';

// A day of each role at the desk, from its first page after the log-in, without a command. Screenshots of each step are in
// `data/desk-days`. Ten presses for each task.

const A_THING = 10;

/** Opens the newest letter that waits, or the one after so many newer ones. */
async function openLetter(walk: Walk, newer = 0): Promise<void> {
  await walk.room('聽眾來信');
  const row = walk.page.getByRole('row').filter({ hasText: '未完' }).nth(newer);
  await walk.press('link', /./, row);
}

const DAYS: readonly WalkTask[] = [
  {
    what: 'an editor corrects a headline, puts breaking news on every page, takes it off, and answers a reader',
    name: 'editor',
    who: '何曉澄',
    mostPresses: 4 * A_THING,
    rooms: 3,
    async walk(walk, nth) {
      await walk.room('文章');
      const row = walk.page
        .getByRole('main')
        .getByRole('listitem')
        .filter({ hasText: '已出' })
        .nth(nth + 6);
      await walk.press('link', /./, row);
      await walk.type('題目', `朝早改嘅題目 ${nth}`);
      await walk.sees(/^已儲存 /);
      await walk.press('button', '更新已出嘅文章');
      await confirm(walk, '更新已出嘅文章');
      await walk.room('文章');
      await walk.press('link', '突發');
      await walk.type('一句講晒', `測試突發 ${nth}`);
      await walk.press('button', '出突發');
      await confirm(walk, '出突發');
      await walk.press('button', '而家收');
      await confirm(walk, '而家收');
      await openLetter(walk);
      await walk.type('覆呢封信', '多謝來信，已經跟進。');
      await walk.press('button', '寄出回覆');
      await walk.press('button', '重開');
    },
  },
  {
    what: 'a producer overrides tonight, holds a replay, opens a studio screen and lets a letter through',
    name: 'producer',
    who: '區柏言',
    mostPresses: 4 * A_THING,
    rooms: 4,
    async walk(walk, nth) {
      await walk.room('節目表');
      if (nth === 1) await walk.press('link', /864/);
      await walk.press('button', '加節目');
      await walk.type('開始', '21:00');
      await walk.type('完結', '22:00');
      await walk.type('節目名', '今晚再特備');
      await walk.press('button', '儲入改動');
      await walk.press('button', '即刻發布');
      await confirm(walk, '即刻發布');
      await walk.room('重溫');
      const row = walk.page
        .getByRole('row')
        .filter({ hasText: '聽得返' })
        .nth(nth + 3);
      await walk.press('link', /./, row);
      await walk.press('button', '收起');
      await confirm(walk, '收起', '嘉賓要求');
      await openStudioLink(walk, `一號 ${nth}`);
      await walk.press('button', '攞咗');
      await openLetter(walk, nth);
      await walk.choose(/^頻道/, '叱咤903');
      await walk.press('button', '畀主持睇');
      await walk.press('button', '收返');
    },
  },
  {
    what: 'a traffic reporter reports three tunnels, one of them closed, and open again',
    name: 'traffic',
    who: '區柏言',
    // Two a report.
    mostPresses: 9,
    async walk(walk) {
      await walk.room('路況');
      const report = async (tunnel: string, words: string) => {
        await walk.press('button', new RegExp(`^${tunnel}`));
        await walk.press('button', new RegExp(`^${tunnel}：${words}`));
      };
      await report('紅隧', '33 分鐘');
      await report('東隧', '12 分鐘');
      await report('西隧', '封閉');
      await report('西隧', '9 分鐘');
    },
  },
  {
    what: 'a presenter marks a moment, reads a letter out, and takes it back',
    name: 'presenter',
    who: '區柏言',
    mostPresses: 3 * A_THING,
    rooms: 2,
    async walk(walk, nth) {
      // The producer lets a letter through and makes the link; the presenter has nothing but it.
      const channel = nth === 0 ? '叱咤903' : '雷霆881';
      // Another letter at each width: what was let through stays with the presenter.
      await openLetter(walk, nth);
      await walk.choose(/^頻道/, channel);
      await walk.press('button', '畀主持睇');
      await openStudioLink(walk, `二號 ${nth}`, channel);
      const link = await walk.page.getByRole('dialog').locator('code').innerText();
      await walk.leaveTo(link);
      await walk.type('呢一節叫做（唔一定要寫）', '訪問');
      await walk.press('button', /^標記呢一刻/);
      await walk.sees(/標記咗/);
      await walk.press('button', /^讀咗呢封/);
      await walk.sees('聽眾來信');
      await walk.press('button', /^收回/);
    },
  },
  {
    what: 'finance refunds an order, makes a code, and closes the day',
    name: 'finance',
    who: '鄭以誠',
    mostPresses: 3 * A_THING,
    rooms: 3,
    async walk(walk, nth) {
      await walk.room('收費與對帳');
      await walk.press('link', '訂單');
      const paid = walk.page.getByRole('row').filter({ hasText: '已付款' });
      const given = await paid
        .nth(nth + 2)
        .getByRole('link')
        .first()
        .innerText();
      await walk.type('號碼', given);
      await walk.enter();
      await walk.press('link', given, walk.page.getByRole('table'));
      await walk.press('button', '退款');
      await confirm(walk, '退款', '付多咗一次');
      await walk.room('碼');
      await walk.type('批次名', `一日補償 ${nth}`);
      await walk.type('日數', '7');
      await walk.choose(/^計劃/, '節目重溫 250 日');
      await walk.type('數量', '1');
      await walk.press('button', '開碼');
      await confirm(walk, '開碼', '訊號中斷');
      await walk.room('收費與對帳');
      await walk.press('link', '分類帳');
      await walk.press('button', '結日');
      await confirm(walk, '結日');
    },
  },
  {
    what: 'support finds a member and their mails, answers a letter, opens it again, and closes it',
    name: 'support',
    who: '方皓',
    mostPresses: 3 * A_THING,
    rooms: 3,
    async walk(walk) {
      await walk.room('會員');
      await walk.type('搵會員', 'siuming@demo.radio.example');
      await walk.enter();
      await walk.press('link', '電郵短訊');
      await openLetter(walk);
      await walk.type('覆呢封信', '幫你查過，已經跟進。');
      await walk.press('button', '寄出回覆');
      await walk.press('button', '重開');
      await openLetter(walk);
      await walk.choose(/^結果/, '唔使覆');
      await walk.press('button', '完結');
      await walk.press('button', '重開');
    },
  },
  {
    what: 'sales uploads a creative, books it, and reads what advertisements brought',
    name: 'sales',
    who: '溫綺霞',
    mostPresses: 3 * A_THING,
    rooms: 2,
    async walk(walk, nth) {
      const create = { width: 320, height: 100, channels: 3, background: nth === 0 ? '#0a5' : '#50a' } as const;
      const picture = await sharp({ create }).png().toBuffer();
      await walk.room('廣告');
      await walk.press('link', '素材');
      await walk.attach('圖片檔案', '廣告.png', picture);
      await walk.type('名', `一日素材 ${nth}`);
      await walk.type('替代文字', '識主持');
      await walk.type('撳咗去邊', '/chart');
      await walk.press('button', '上載');
      const card = walk.page.getByRole('listitem').filter({ hasText: `一日素材 ${nth}` });
      await walk.press('link', '訂位', card);
      await walk.press('checkbox', /主持名單/);
      await walk.press('button', '訂位');
      await walk.sees('儲存咗檔期');
      await walk.room('數字');
      await walk.press('link', /廣告/);
    },
  },
  {
    what: 'an engineer issues and withdraws a token, pauses a form, resumes it, and reads a runbook',
    name: 'engineer',
    who: '陸啟然',
    mostPresses: 4 * A_THING,
    rooms: 2,
    async walk(walk, nth) {
      await walk.room('播出');
      const name = `reserve-${nth}`;
      await walk.type('編碼器名', name);
      await walk.press('button', '發密鑰');
      await walk.type('原因', '後備編碼器');
      await walk.press('button', '發密鑰', walk.page.getByRole('dialog'));
      await walk.press('button', '抄低咗');
      await walk.press('button', `收回 ${name} 密鑰`);
      await confirm(walk, `收回 ${name} 密鑰`, '試過就收');
      await walk.press('link', '事故紀錄');
      await walk.room('設定');
      await walk.press('summary', '暫停「聯絡我們」表格');
      await walk.press('button', '暫停「聯絡我們」表格');
      await confirm(walk, '暫停「聯絡我們」表格', '試一試');
      await walk.press('button', '而家恢復');
      await confirm(walk, '而家恢復');
    },
  },
];

/** Makes a link for a studio of a channel, which the open dialog then shows. */
async function openStudioLink(walk: Walk, name: string, channel = '叱咤903'): Promise<void> {
  await walk.room('播出');
  await walk.press('link', '播音室畫面');
  await walk.type(/^畫面名/, name);
  await walk.choose(/^頻道/, channel);
  await walk.press('button', '開連結');
  await walk.press('button', '開連結', walk.page.getByRole('dialog'));
  await walk.sees('攞咗');
}

/** Walks the day of each role at each width. */
export const deskDays = (site: Pick<Site, 'url' | 'deskUrl'>): Promise<Row[]> =>
  walkTasks(site, DAYS, { folder: 'data/desk-days', mostPresses: A_THING });
