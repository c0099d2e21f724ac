import type { RouteConfigEntry } from '@react-router/dev/routes';
import { matchRoutes, type RouteObject } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import routes from '#app/routes.ts';

afterEach(() => vi.unstubAllGlobals());

// Routes that are added later come after those of the first page.
it('a path leads to the same page in whatever order the routes are listed', () => {
  const entries = routes as RouteConfigEntry[];
  const objects = (list: RouteConfigEntry[], isReversed: boolean): RouteObject[] =>
    (isReversed ? list.toReversed() : list).map(
      ({ id, file, path, index, children }) =>
        ({
          id: id ?? file,
          path,
          index,
          ...(children && { children: objects(children, isReversed) }),
        }) as RouteObject,
    );
  const [listed, reversed] = [objects(entries, false), objects(entries, true)];
  const pathsOf = (list: RouteConfigEntry[], base: string): string[] =>
    list.flatMap(({ path = '', children = [] }) => {
      const whole = path === '' ? base : `${base}/${path}`;
      return [whole, ...pathsOf(children, whole)];
    });
  const samples = new Set(
    pathsOf(entries, '').flatMap((path) => [
      path.replaceAll(/\/:\w+\?/g, '').replaceAll(/:\w+|\*/g, '1'),
      path.replaceAll(/:\w+\??|\*/g, '1'),
    ]),
  );
  expect(samples.size).toBeGreaterThan(150);
  const leafOf = (map: RouteObject[], path: string) => matchRoutes(map, path || '/')?.at(-1)?.route.id;
  for (const path of samples) expect(leafOf(reversed, path), path).toBe(leafOf(listed, path));
});

it('navigations that wait for the file of all routes go on in the order of the presses, so that the last one wins', async () => {
  const answers: ((reply: Response) => void)[] = [];
  vi.stubGlobal('fetch', () => new Promise<Response>((done) => answers.push(done)));
  vi.stubGlobal('window', {
    location: { pathname: '/chart', search: '' },
    __reactRouterManifest: { routes: {}, map: 'data:text/javascript,export const read = () => ({})' },
    __reactRouterRouteModules: {},
    __reactRouterDataRouter: { routes: [], patchRoutes: () => undefined },
  });
  vi.resetModules();
  const { wholeRouteMap } = await import('./route-map.ts');
  const gone: string[] = [];
  const waits = ['/program', '/host'].map((address) => wholeRouteMap(address).then(() => gone.push(address)));
  // Whichever request is answered first.
  for (const answer of answers.toReversed()) {
    answer(new Response(''));
    await Promise.race(waits);
  }
  await Promise.all(waits);
  expect(gone).toEqual(['/program', '/host']);
});

it('a press after a deployment removed the file of all routes is the one that a full load goes to', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status: 404 })));
  vi.stubGlobal('window', {
    location: { pathname: '/chart', search: '' },
    __reactRouterManifest: { routes: {}, map: '/assets/routes.js' },
  });
  vi.resetModules();
  const { wholeRouteMap } = await import('./route-map.ts');
  const { obstacleNow } = await import('./network.ts');
  for (const address of ['/program', '/host']) {
    void wholeRouteMap(address);
    await vi.waitFor(() => expect(obstacleNow()).toEqual({ kind: 'renewed', address }));
  }
});
