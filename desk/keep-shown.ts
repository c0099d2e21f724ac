import type { DataRouter, LoaderFunction, RouteObject } from 'react-router';
import { CallError } from './call.ts';

/** Whether the network or the server is away, and a later call may be answered. */
const isAway = (error: unknown): boolean => error instanceof CallError && (error.status === 0 || error.status >= 500);

/**
 * Routes whose page keeps what it shows when it is loaded again, such as after a failed save, and gets no answer. The
 * error page would otherwise take its place, and what was typed into it would be lost. A page that is entered has
 * nothing to keep.
 */
export function keepShown(routes: readonly RouteObject[], routerOf: () => DataRouter): RouteObject[] {
  const keep = (load: LoaderFunction): LoaderFunction => {
    const kept: LoaderFunction = async (args, context) => {
      try {
        return await load(args, context);
      } catch (error) {
        const { location, matches, loaderData } = routerOf().state;
        const { pathname, search } = new URL(args.request.url);
        const isShown = location.pathname === pathname && location.search === search;
        const match = isShown ? matches.find(({ route }) => route.loader === kept) : undefined;
        const shown: unknown = match && loaderData[match.route.id];
        if (shown === undefined || !isAway(error)) throw error;
        return shown;
      }
    };
    return kept;
  };
  return routes.map((route) => {
    const { loader, lazy, children } = route;
    return {
      ...route,
      ...(typeof loader === 'function' && { loader: keep(loader) }),
      ...(typeof lazy === 'function' && {
        lazy: async () => {
          const { loader: later, ...rest } = await lazy();
          return { ...rest, ...(typeof later === 'function' && { loader: keep(later) }) };
        },
      }),
      ...(children && { children: keepShown(children, routerOf) }),
    } as RouteObject;
  });
}
