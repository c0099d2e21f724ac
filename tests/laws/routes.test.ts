import type { RouteConfigEntry } from '@react-router/dev/routes';
import { matchRoutes, type RouteObject } from 'react-router';
import { expect, it } from 'vitest';
import routeConfig from '#app/routes.ts';
import { ACCOUNT_PAGES, JOIN_PAGES, PAY_RESULT_PAGES, PUBLIC_PAGES } from '#tests/e2e/public-pages.ts';
import { files, linesWith, read } from './source.ts';

// A page without a test can break unnoticed.

interface Leaf {
  key: string;
  layout: string;
}

const leaves: Leaf[] = [];

/** The route map in the router's format, each leaf with its layout. A shell with a path is nested in a layout. */
function toRoutes(entries: readonly RouteConfigEntry[], layout: string, base = ''): RouteObject[] {
  return entries.map((entry): RouteObject => {
    if (entry.children) {
      const { path } = entry;
      if (path === undefined) return { children: toRoutes(entry.children, entry.file, base) };
      return { path, children: toRoutes(entry.children, layout, `${base}/${path}`) };
    }
    const leaf = { key: (entry.index ? base : `${base}/${entry.path}`) || '/', layout };
    leaves.push(leaf);
    return entry.index ? { index: true, handle: leaf } : { path: entry.path, handle: leaf };
  });
}

const routes = toRoutes(routeConfig, 'none');
const leafOf = (path: string): Leaf | undefined => {
  const matches = matchRoutes(routes, new URL(path, 'http://x').pathname);
  return matches?.at(-1)?.route.handle as Leaf | undefined;
};

it('walks every page of the route map in a browser', () => {
  const paths = [...PUBLIC_PAGES.map(([path]) => path), ...JOIN_PAGES, ...ACCOUNT_PAGES, ...PAY_RESULT_PAGES];
  const walked = new Set(paths.map((path) => leafOf(path)?.key));
  const pages = leaves.filter(({ layout }) => layout !== 'none').map(({ key }) => key);
  expect(pages.length).toBeGreaterThan(50);
  expect(pages.filter((key) => !walked.has(key))).toEqual([]);
});

it('expects of every page that is found the layout its route stands in', () => {
  const wrong = PUBLIC_PAGES.filter(
    ([path, status, layout]) => status === 200 && leafOf(path)?.layout !== `layouts/${layout}-layout.tsx`,
  );
  expect(wrong).toEqual([]);
});

it('lets fixed names win over parameters', () => {
  const won = [
    ['/article/latest/2/anymind360_review', '/article/latest/:id?/:cat?/anymind360_review'],
    ['/article/latest/2', '/article/latest/:id?/:cat?'],
    ['/soundcolumn/article/7', '/soundcolumn/article/:id/:cat?/:name?'],
    ['/news/editorial/category/21', '/news/editorial/category/:id/:name?'],
    ['/program/archives', '/program/archives'],
    ['/program/archives/7', '/program/archives/:id'],
    ['/program/archives/bought', '/program/archives/bought'],
    ['/crgovideo/search', '/crgovideo/search'],
    ['/crgovideo/all/1', '/crgovideo/all/:id?/:cat?'],
    ['/crgovideo/purchase/821', '/crgovideo/purchase/:id'],
    ['/crgovideo/purchaseSuccess', '/crgovideo/purchaseSuccess'],
    ['/crgovideo/myvideo', '/crgovideo/myvideo'],
    ['/crgovideo/myvideo/history', '/crgovideo/myvideo/history'],
    ['/crgovideo/821', '/crgovideo/:id/:name?'],
    ['/live-event/diagnostic', '/live-event/diagnostic'],
    ['/live-event/2', '/live-event/:id/:name?'],
    ['/news/hot', '/news/hot'],
    ['/traffic/info', '/traffic/info'],
    ['/search/google_review', '/search/google_review'],
    ['/staticpage/archiveUserguide', '/staticpage/archiveUserguide/:idx?'],
  ];
  for (const [path = '', key] of won) expect(leafOf(path)?.key, path).toBe(key);
});

it('takes a day by the one schema that the database holds', () => {
  const others = files(/^(app|domain|server|shared)\/.*\.ts$/).filter((file) => file !== 'shared/http/query.ts');
  expect(others.flatMap((file) => linesWith(file, /\bz\.iso\.date\(/))).toEqual([]);
});

// The router's code for them is left out of the pages' scripts (`scripts/router-features.ts`), so they would do nothing. Its
// `Link` would work, and bring its prefetching back.
it('uses no feature of the router that the build drops', () => {
  const sources = files(/^app\/.*\.tsx?$/);
  expect(sources.length).toBeGreaterThan(500);
  const dropped = [
    /\b(useBlocker|usePrompt|unstable_usePrompt|useViewTransitionState|viewTransition)\b/,
    /\b(clientLoader|clientAction|clientMiddleware|HydrateFallback|PrefetchPageLinks|NavLink)\b/,
    /\broute\.instrument\b/,
    /^export (const|function|async function) links\b/,
  ];
  expect(sources.flatMap((file) => dropped.flatMap((feature) => linesWith(file, feature)))).toEqual([]);
  // An import may take several lines.
  expect(sources.filter((file) => /^import [^;]*\bLink\b[^;]* from 'react-router'/m.test(read(file)))).toEqual([]);
});
