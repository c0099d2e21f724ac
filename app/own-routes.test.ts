import type { EntryContext } from 'react-router';
import { expect, it } from 'vitest';
import { ownRoutes, withoutRouteMap } from './own-routes.server.ts';

const route = (id: string) => ({
  id,
  path: id,
  module: `/assets/${id}.js`,
  hasLoader: true,
  hasAction: false,
  css: [],
});
const CONTEXT = {
  manifest: {
    entry: { module: '/assets/entry.js', imports: [] },
    url: '/assets/manifest.js',
    version: '1',
    routes: { root: route('root'), home: route('home'), other: route('other') },
  },
  staticHandlerContext: { matches: [{ route: { id: 'root' } }, { route: { id: 'home' } }] },
} as unknown as EntryContext;

/** The script as the framework renders it for a page. */
const scriptOf = ({ manifest: { url, entry } }: EntryContext) =>
  `<script>import ${JSON.stringify(url)};\nimport * as route0 from "/assets/root.js";\nimport("${entry.module}");</script>`;

function manifestIn(html: string): unknown {
  const [, json = 'null'] = /window\.__reactRouterManifest=(.*);\n/.exec(html) ?? [];
  return JSON.parse(json);
}

it('names the routes of the page, and the file of all routes instead of importing it', () => {
  const html = ownRoutes(scriptOf(withoutRouteMap(CONTEXT)), CONTEXT);
  expect(html).not.toContain('import "/assets/manifest.js"');
  expect(html).toContain('import("/assets/entry.js")');
  expect(manifestIn(html)).toMatchObject({
    // The browser hydrates what the server rendered.
    url: '/assets/entry.js',
    map: '/assets/manifest.js',
    routes: { root: { id: 'root', hasLoader: true }, home: { module: '/assets/home.js' } },
  });
  expect(html).not.toContain('other');
});

it('cannot end the script by what a route is called', () => {
  const named = { ...CONTEXT, manifest: { ...CONTEXT.manifest, url: '/assets/</script>.js' } };
  expect(ownRoutes(scriptOf(withoutRouteMap(CONTEXT)), named).split('</script>')).toHaveLength(2);
});
