import { expect, it } from 'vitest';
import { pageAddress } from '#server/web/cache/page-address.ts';
import { files, read, withoutComments } from './source.ts';

// A publicly cached page must not depend on the visitor: one mistake would show a member's page to others.

it('says "public" only where no cookie, session or authorisation is read', () => {
  const wrong = files(/^app\/.*\.server\.tsx?$/)
    .filter((file) => file !== 'app/cache.server.ts')
    .filter((file) => {
      const text = withoutComments(read(file));
      if (!/publicPage\(/.test(text)) return false;
      // A cookie that is part of the page's key is no secret: the route names it in keyCookies.
      const readsCookie = /headers\.get\(['"]cookie['"]\)/i.test(text) && !/keyCookies/.test(text);
      return readsCookie || /\b(session|getActor|authorization)\b/i.test(text);
    });
  expect(wrong).toEqual([]);
});

it('lets nobody but the helper write a public cache header on a page', () => {
  expect(
    files(/^app\/.*\.tsx?$/).filter(
      (file) =>
        !/^app\/cache\.server\.(test\.)?ts$/.test(file) && /['"`]public,/.test(read(file)) && !/feeds\//.test(file),
    ),
  ).toEqual([]);
});

it('keeps apart every query that a loader reads', () => {
  // A query name outside the page's key never reaches the loader, as if it were absent. Member pages are rendered per
  // visitor with the whole query.
  const shared = files(/^app\/.*\.server\.tsx?$/).filter(
    (file) => !/^app\/pages\/(auth|account|plans|checkout|payment-story)\//.test(file),
  );
  const wrong = shared.flatMap((file) =>
    [...withoutComments(read(file)).matchAll(/\b(?:searchParams|query)\.(?:get|getAll|has)\('([^']+)'\)/g)]
      .map(([, name = '']) => name)
      .filter((name) => pageAddress(`/?${name}=1`, undefined).url === '/')
      .map((name) => `${file} reads ${name}: add it to KEY_QUERY in server/web/cache/page-address.ts`),
  );
  expect(wrong).toEqual([]);
});

it('asks who the visitor is only on pages under /member, whose replies nobody keeps', () => {
  // Every other page is rendered once for everybody, so a member's name in it would be shown to everybody. Actions on
  // public pages know the visitor, and their responses are not cached: these files have no loader.
  const PRESSES = [
    'app/pages/campaigns/press.server.ts',
    'app/pages/films/purchase-action.server.ts',
    'app/pages/archive/single/buy-action.server.ts',
  ];
  for (const file of PRESSES) expect(read(file)).not.toMatch(/\b(?:loader|LoaderFunctionArgs|publicPage)\b/);
  const PRIVATE = /^app\/pages\/(auth|account|library|outcomes|plans|checkout)\//;
  const asking = files(/^app\/.*\.(server\.tsx?|ts|tsx)$/)
    .filter(
      (file) =>
        !/\.test\.tsx?$/.test(file) &&
        file !== 'app/context.server.ts' &&
        !PRESSES.includes(file) &&
        !PRIVATE.test(file),
    )
    .filter((file) => /\bactor\s*[(}:,]|\bsecretOf\(|\bSESSION_COOKIES\b/.test(withoutComments(read(file))));
  // Hosts of a programme, in structured data for search engines.
  expect(asking.filter((file) => file !== 'app/components/seo/radio-series.ts')).toEqual([]);

  const open = [
    ...read('app/routes.ts').matchAll(
      /route\('([^']+)', '(pages\/(?:auth|account|library|outcomes|plans|checkout)\/[^']+)'/g,
    ),
  ]
    .filter(
      ([, path = '', file = '']) => !path.startsWith('member/') && !/^pages\/(account|library|plans)\//.test(file),
    )
    .map(([, , file = '']) => file)
    // Former addresses only redirect.
    .filter((file) => file !== 'pages/auth/former-address.ts');
  expect(open).toEqual([]);
  expect(read('app/routes.ts')).toContain("route('member/userinfo', 'pages/account/account-shell.tsx', [");
});

it('draws no word of a member before the page has asked for it', () => {
  // The server renders the state before the answer: only the hook may pass a member to a component.
  const source = withoutComments(read('app/components/frame/member-state.ts'));
  expect(source).toMatch(/useSyncExternalStore\(subscribe, memberNow, \(\) => null\)/);
  const reading = files(/^app\/(components|layouts|player|ui)\/.*\.tsx$/).filter((file) =>
    /\bmemberNow\(/.test(withoutComments(read(file))),
  );
  expect(reading).toEqual([]);
});
