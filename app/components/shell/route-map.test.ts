import type { RouteConfigEntry } from '@react-router/dev/routes';
import { matchRoutes, type RouteObject } from 'react-router';
import { expect, it } from 'vitest';
import routes from '#app/routes.ts';

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
