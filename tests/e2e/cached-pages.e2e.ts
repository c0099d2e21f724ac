import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { siteUrl } from '#tests/setup/browser.ts';

const site = siteUrl();
const fetchText = async (path: string, init?: RequestInit) => (await fetch(site + path, init)).text();

describe('a page that is kept for everyone', () => {
  it('is whole although the first who asked wanted its head only', async () => {
    const path = '/program?page=1&keyword=head-first';
    const head = await fetch(site + path, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(1_000);
    expect(await fetchText(path)).toContain('</html>');
  });

  it('reaches those who wait for it although the first who asked went away', async () => {
    const { hostname, port } = new URL(site);
    for (let round = 0; round < 5; round++) {
      const path = `/program?keyword=gone-${round}`;
      const first = connect(Number(port), hostname);
      await new Promise<void>((done) => first.once('connect', done));
      first.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
      const second = fetch(site + path);
      await new Promise((done) => setTimeout(done, 1));
      first.destroy();
      const reply = await second;
      expect(reply.status).toBe(200);
      expect(await reply.text()).toContain('</html>');
    }
  });

  it('cannot be put in another page’s place by a forged address', async () => {
    const forged = await fetch(`${site}/program%00keyword=forged`);
    expect(forged.status).toBe(404);
    expect((await fetch(`${site}/program?keyword=forged`)).status).toBe(200);
  });

  it.each(['/news/%E0%A4%A', '/100%', '/member/%FF?q=%E9%A6%99'])(
    'is the page of what is not found for a link that was cut off: %s',
    async (path) => {
      const reply = await fetch(site + path);
      expect([reply.status, reply.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(await reply.text()).toContain('</html>');
    },
  );

  it('holds no word a visitor put in its address', async () => {
    const html = await fetchText('/program?utm_source=wordofavisitor&page=1');
    expect(html).not.toContain('wordofavisitor');
  });
});
