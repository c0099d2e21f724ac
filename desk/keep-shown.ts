import { redirect, type DataRouter, type LoaderFunction, type RouteObject } from 'react-router';
import { CallError } from './call.ts';
import { deskPaths } from './desk-paths.ts';

/** Why what is shown is old: the network or the server is unavailable, or the session has ended. */
export type WhyOld = 'away' | 'ended';

/** Null if a later call would not be answered either. */
function whyOld(error: unknown): WhyOld | null {
  if (!(error instanceof CallError)) return null;
  if (error.status === 401) return 'ended';
  return error.status === 0 || error.status >= 500 ? 'away' : null;
}

/** The log-in, and back to what was asked for. */
function logInFor({ url }: Request): Response {
  const { pathname, search } = new URL(url);
  return redirect(deskPaths.logIn(pathname === '/' ? undefined : pathname + search));
}

/**
 * Routes whose page keeps what it shows when it is loaded again, such as after a failed save, and gets no answer or finds
 * that the session has ended. The error page or the log-in would otherwise take its place, and what was typed into it
 * would be lost. A page that is entered has nothing to keep. `tell` says that what is shown is old, once for all loaders,
 * until the function that it returns is called: with their next answers, or another page.
 */
export function keepShown(
  routes: readonly RouteObject[],
  routerOf: () => DataRouter,
  tell: (why: WhyOld) => () => void,
): RouteObject[] {
  /** Loaders whose last call was not answered. */
  const unanswered = new Set<LoaderFunction>();
  let told: { why: WhyOld; callOff: () => void } | null = null;
  const isShown = (request: Request): boolean => {
    const { location } = routerOf().state;
    const { pathname, search } = new URL(request.url);
    return location.pathname === pathname && location.search === search;
  };
  const answered = (kept: LoaderFunction, request: Request) => {
    if (isShown(request)) unanswered.delete(kept);
    else unanswered.clear();
    if (unanswered.size > 0) return;
    told?.callOff();
    told = null;
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
        const why = whyOld(error);
        if (shown === undefined || why === null) {
          answered(kept, args.request);
          throw why === 'ended' ? logInFor(args.request) : error;
        }
        unanswered.add(kept);
        if (told?.why !== why) {
          told?.callOff();
          told = { why, callOff: tell(why) };
        }
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
