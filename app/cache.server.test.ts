import { expect, it } from 'vitest';
import { publicPage } from './cache.server.ts';

it.each(['articles:301', 'article:7', 'archive'])('lets no CDN show for long what may be withdrawn: %s', (tag) => {
  expect(publicPage({ freshSeconds: 60, tags: ['programs', tag] })['Cache-Control']).toBe(
    'public, max-age=0, s-maxage=3',
  );
});

it('lets a CDN keep what nobody withdraws', () => {
  expect(publicPage({ freshSeconds: 60, staleSeconds: 300, tags: ['programs'] })['Cache-Control']).toBe(
    'public, max-age=0, s-maxage=60, stale-while-revalidate=300',
  );
});
