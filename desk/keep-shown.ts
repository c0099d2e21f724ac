import type { DataRouter, LoaderFunction, RouteObject } from 'react-router';
import { CallError } from './call.ts';

/** Whether the network or the server is away, and a later call may be answered. */
const isAway = (error: unknown): boolean => error instanceof CallError && (error.status === 0 || error.status >= 500);

/**
 * Routes whose page keeps what it shows when it is loaded again, such as after a failed save, and gets no answer. The
 * error page would otherwise take its place, and what was typed into it would be lost. A page that is entered has
 * nothing to keep. `tell` says that what is shown is old, once for all loaders, until the function that it returns is
 * called: with their next answers, or another page.
 */
export function keepShown(
  routes: readonly RouteObject[],
  routerOf: () => DataRouter,
  tell: () => () => void,
): RouteObject[] {
  /** Loaders whose last call was not answered. */
  const unanswered = new Set<LoaderFunction>();
  let callOff: (() => void) | null = null;
  const isShown = (request: Request): boolean => {
    const { location } = routerOf().state;
    const { pathname, search } = new URL(request.url);
    return location.pathname === pathname && location.search === search;
  };
  const answered = (kept: LoaderFunction, request: Request) => {
    if (isShown(request)) unanswered.delete(kept);
    else unanswered.clear();
    if (unanswered.size > 0) return;
    callOff?.();
    callOff = null;
  };
  const keep = (load: LoaderFunction): LoaderFunction => {
    const kept: LoaderFunction = async (args, context) => {
      try {
        const answer: unknown = await load(args, context);
        answered(kept, args.request);
        return answer;
      } catch (error) {
        const { matches, loaderData } = routerOf().state;
        const match = isShown(args.request) ? matches.find(({ route }) => route.loader === kept) : undefined;
        const shown: unknown = match && loaderData[match.route.id];
        if (shown === undefined || !isAway(error)) {
          answered(kept, args.request);
          throw error;
        }
        unanswered.add(kept);
        callOff ??= tell();
        return shown;
      }
    };
    return kept;
  };
  const keepEach = (from: readonly RouteObject[]): RouteObject[] =>
    from.map((route) => {
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
        ...(children && { children: keepEach(children) }),
      } as RouteObject;
    });
  return keepEach(routes);
}
