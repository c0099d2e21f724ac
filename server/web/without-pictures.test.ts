import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { toCachedPage } from '#server/web/cache/cached-page.ts';
import { documentHeaders, NO_PICTURES_STYLE } from '#server/web/security-headers.ts';
import { CHECKOUT, PICTURES_FROM } from '#shared/http/page-headers.ts';
import { withoutPictures } from './without-pictures.ts';

const HTML =
  '<html><head><title>x</title></head><body><img src="/pictures/a.avif" width="640" height="360"></body></html>';
const page = (headers: Record<string, string> = {}) =>
  new Response(HTML, { headers: { 'content-type': 'text/html; charset=utf-8', ...headers } });
const policyOf = (headers: Headers) => new Map(documentHeaders(headers)).get('content-security-policy');

it('lets browsers load no picture but icons and booked advertisements, and changes nothing else of the page', async () => {
  const made = await withoutPictures(page(), 'https://radio.example');
  const html = await made.text();
  expect(html).toBe(HTML.replace('</head>', `<style>${NO_PICTURES_STYLE}</style></head>`));
  const policy = policyOf(made.headers);
  expect(policy).toContain(`img-src data: https://radio.example/assets/ https://radio.example/media/house/;`);
  const hash = createHash('sha256').update(NO_PICTURES_STYLE).digest('base64');
  expect(policy).toContain(`style-src 'self' 'sha256-${hash}';`);
  // The place stays: nothing of the style touches a box.
  expect(NO_PICTURES_STYLE).not.toMatch(/display|width|height|position|margin/);
  const sent = toCachedPage({ status: 200, headers: made.headers, body: Buffer.from(html) }, 0);
  expect(sent.headers.map(([name]) => name)).not.toContain(PICTURES_FROM);
});

it('leaves checkouts and data as they are, and other pages with their pictures', async () => {
  expect(await (await withoutPictures(page({ [CHECKOUT]: 'none' }), 'https://radio.example')).text()).toBe(HTML);
  const data = new Response('</head>', { headers: { 'content-type': 'text/x-script' } });
  expect(await (await withoutPictures(data, 'https://radio.example')).text()).toBe('</head>');
  expect(policyOf(page().headers)).toContain(`img-src 'self' data:;`);
});
