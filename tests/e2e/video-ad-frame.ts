import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { build, type Rolldown } from 'vite';
import { freePort } from '#tests/setup/site.ts';
import { startAdWorld } from '#sandbox/ads/ads-world.ts';

export interface AdOrigin {
  url: string;
  /** URL of its ad world. */
  worldUrl: string;
  close: () => Promise<void>;
}

/** The frame of a video advertisement on an origin of its own, with an ad world; no site is needed for either. */
export async function startAdOrigin(pages: string[]): Promise<AdOrigin> {
  const world = await startAdWorld({ port: await freePort() });
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: { write: false, modulePreload: false, rollupOptions: { input: 'ads/video/main.ts' } },
  })) as Rolldown.RolldownOutput;
  const script = built.output.find((part) => part.type === 'chunk')?.code ?? '';
  const config = JSON.stringify({ pages, vastUrl: `${world.url}/vast` }).replaceAll('"', '&quot;');
  const server = createServer(({ url }, reply) => {
    if (url === '/video') {
      reply.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      reply.end(
        `<!doctype html><html data-config="${config}"><body><script type="module" src="/video.js"></script></body></html>`,
      );
    } else if (url === '/video.js') {
      reply.writeHead(200, { 'content-type': 'text/javascript' });
      reply.end(script);
    } else {
      // Frames of other advertisements, which are empty here.
      reply.writeHead(url === '/bidding' || url === '/slot' ? 200 : 404, { 'content-type': 'text/html' }).end();
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    worldUrl: world.url,
    async close() {
      server.closeAllConnections();
      server.close();
      await world.stop();
    },
  };
}

/** Sets the advertising data that the server and the head script would provide. */
export async function letHaveAds(
  page: Page,
  { from, mark }: { from: string; mark: 'on' | 'off' | 'house' },
): Promise<void> {
  await page.evaluate(
    ([origin, ads]) => {
      document.documentElement.dataset.ads = ads;
      const main = document.querySelector('main');
      if (main) main.dataset.adsFrom = origin;
    },
    [from, mark] as const,
  );
}
