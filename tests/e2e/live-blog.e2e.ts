import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFaults, launchBrowser, siteUrl, visit } from '#tests/setup/browser.ts';
import { visitDesk } from './desk-site.ts';

// From the desk's press to a page that is open, and the same page without scripts.

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const act = (page: Page, name: string, input: object) =>
  page.evaluate(
    async ([action, sent]) => {
      const reply = await fetch(`/api/staff/actions/${action}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
        body: JSON.stringify({ input: sent, reason: '' }),
      });
      return ((await reply.json()) as { response: { result: never } }).response.result;
    },
    [name, input] as const,
  );

it('brings an entry and its correction to an open page, offers what is new to who reads further down, and needs no scripts', async () => {
  const desk = await visitDesk(browser, '何曉澄', '/words/live');
  await desk.page.getByRole('heading', { name: '文字直播', level: 1 }).waitFor();
  expect(await axeFaults(desk.page)).toEqual([]);
  const { draft_id: draft } = await desk.page.evaluate(async () => {
    const fields = {
      contentType: 304,
      section: 'local',
      title: '直播測試稿癸亥',
      blocks: [{ type: 1, html: '<p>內文</p>' }],
    };
    const reply = await fetch('/api/staff/drafts', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ fields }),
    });
    return ((await reply.json()) as { response: { draft_id: number } }).response;
  });
  const { article_id: id } = (await act(desk.page, 'articles.publish', { draft_id: draft, revision: 1 })) as {
    article_id: number;
  };
  await act(desk.page, 'live-blogs.open', { article_id: id });
  const post = async (words: string) =>
    ((await act(desk.page, 'live-blogs.post', { article_id: id, html: `<p>${words}</p>` })) as { entry_id: number })
      .entry_id;
  const long = '一大段文字。'.repeat(150);
  await post(`第一則${long}`);

  const path = `/news/local/${id}`;
  const reader = await visit(browser, path);
  await reader.page.getByText('第一則').waitFor();
  // The stream is open once the page has taken over its list.
  const [stream] = await Promise.all([
    reader.page.waitForRequest((request) => request.url().includes('/live-blogs/')),
    reader.page.reload(),
  ]);
  expect(stream.url()).toContain(`/live-blogs/${id}/events`);
  const second = await post('第二則');
  await reader.page.getByText('第二則').waitFor();
  await act(desk.page, 'live-blogs.correct', {
    entry_id: second,
    revision: 1,
    html: '<p>改好咗</p>',
    note: '寫錯一個字',
  });
  await reader.page.getByText('寫錯一個字').waitFor();
  await reader.page.getByText('改好咗').waitFor();
  await act(desk.page, 'live-blogs.pin', { entry_id: second, is_pinned: true });
  await reader.page.getByText('置頂', { exact: true }).waitFor();
  expect(await axeFaults(reader.page)).toEqual([]);
  await reader.page.evaluate(() => scrollTo(0, document.querySelector('ol[tabindex]')!.getBoundingClientRect().bottom));
  await post('第三則');
  const press = reader.page.getByRole('button', { name: '1 則新內容' });
  await press.waitFor();
  expect(await reader.page.getByText('第三則').count()).toBe(0);
  await press.click();
  await reader.page.getByText('第三則').waitFor();
  expect(reader.faults).toEqual([]);
  await reader.close();

  const html = await (await fetch(siteUrl() + path)).text();
  expect(html).toContain('改好咗');
  expect(html).toContain('寫錯一個字');
  expect(html).toContain('LiveBlogPosting');
  expect(await (await fetch(`${siteUrl()}/lite/article/${id}`)).text()).toContain('第三則');
  await act(desk.page, 'live-blogs.withdraw', { entry_id: second, note: '消息有誤' });
  await expect.poll(async () => (await fetch(siteUrl() + path)).text()).not.toContain('改好咗');
  await act(desk.page, 'live-blogs.close', { article_id: id });
  expect(desk.faults).toEqual([]);
  await desk.close();
});
