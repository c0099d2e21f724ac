import { expect, it } from 'vitest';
import { pageAddress } from '#server/web/page-address.ts';
import { files, read, withoutComments } from './source.ts';

// A page that is kept for everyone must not know who asks. One slip would show one member's page to another.

it('says "public" only where no cookie, session or authorisation is read', () => {
  const wrong = files(/^app\/.*\.server\.tsx?$/)
    .filter((file) => file !== 'app/cache.server.ts')
    .filter((file) => {
      const text = withoutComments(read(file));
      if (!/publicPage\(/.test(text)) return false;
      // A cookie that is part of the page's key is no secret: the route names it in keyCookies.
      const readsCookie = /headers\.get\(['"]cookie['"]\)/.test(text) && !/keyCookies/.test(text);
      return readsCookie || /\b(session|getActor|authorization)\b/i.test(text);
    });
  expect(wrong).toEqual([]);
});

it('lets nobody but the helper write a public cache header on a page', () => {
  expect(
    files(/^app\/.*\.tsx?$/).filter(
      (file) => file !== 'app/cache.server.ts' && /['"`]public,/.test(read(file)) && !/feeds\//.test(file),
    ),
  ).toEqual([]);
});

it('keeps apart every query that a loader reads', () => {
  // A name that is not part of a page's key never reaches the loader: the page would answer as if it were not there.
  // Pages of members are made for one visitor each, with the whole query.
  const shared = files(/^app\/.*\.server\.tsx?$/).filter((file) => !file.startsWith('app/pages/members/'));
  const wrong = shared.flatMap((file) =>
    [...withoutComments(read(file)).matchAll(/\b(?:searchParams|query)\.(?:get|getAll|has)\('([^']+)'\)/g)]
      .map(([, name = '']) => name)
      .filter((name) => pageAddress(`/?${name}=1`, undefined).url === '/')
      .map((name) => `${file} reads ${name}: add it to KEY_QUERY in server/web/page-address.ts`),
  );
  expect(wrong).toEqual([]);
});
