import { redirect, replace, type DataRouter, type LoaderFunction, type RouteObject } from 'react-router';
import { CallError } from './call.ts';
import { deskPaths } from './desk-paths.ts';
import { isCodeMissing } from './lazy-room.ts';

/** Why what is shown is old: the network or the server is unavailable, or the session has ended. */
type WhyOld = 'away' | 'ended';

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

interface Keeping {
  /** Says that what is shown is old, until the function that it returns is called. */
  tellOld: (why: WhyOld) => () => void;
  /** Whether something that was typed into the page would be lost with it. */
  isUnsaved: () => boolean;
  /** Says why another page, at this path, could not be entered, until the function that it returns is called. */
  tellStayed: (error: unknown, path: string) => () => void;
}

/**
 * Routes whose page keeps what it shows when it is loaded again, such as after a failed save, and gets no answer or finds
 * that the session has ended. The error page or the log-in would otherwise take its place, and what was typed into it
 * would be lost. That what is shown is old is told once for all loaders, until their next answers, or another page. A page
 * that is entered has nothing to keep. If it cannot be entered for now, the page before stays where it has unsaved input:
 * whoever agreed to lose that expected the other page for it.
 */
export function keepShown(
  routes: readonly RouteObject[],
  routerOf: () => DataRouter,
  { tellOld, isUnsaved, tellStayed }: Keeping,
): RouteObject[] {
  /** Loaders whose last call was not answered. */
  const unanswered = new Set<LoaderFunction>();
  let told: { why: WhyOld; callOff: () => void } | null = null;
  let stayed: { signal: AbortSignal; callOff: () => void } | null = null;
  const isShown = (request: Request): boolean => {
    const { location } = routerOf().state;
    const { pathname, search } = new URL(request.url);
    return location.pathname === pathname && location.search === search;
  };
  /** The path at which the router stays rather than to show the error of a page that is entered; null: it shows that. */
  const stayingPath = (request: Request, error: unknown): string | null => {
    const { initialized, location, errors } = routerOf().state;
    const isPassing = whyOld(error) === 'away' || isCodeMissing(error);
    if (!initialized || errors !== null || isShown(request) || !isPassing || !isUnsaved()) return null;
    return location.pathname + location.search + location.hash;
  };
  const answered = (kept: LoaderFunction, request: Request) => {
    if (isShown(request)) unanswered.delete(kept);
    else {
      unanswered.clear();
      // Other loaders of the navigation that was given up may be answered after the one that failed.
      if (stayed?.signal !== request.signal) {
        stayed?.callOff();
        stayed = null;
      }
    }
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
        const stayAt = stayingPath(args.request, error);
        const { signal, url } = args.request;
        if (stayAt !== null && !signal.aborted) {
          // Once for the loaders of a navigation.
          if (stayed?.signal !== signal) {
            stayed?.callOff();
            const { pathname, search } = new URL(url);
            stayed = { signal, callOff: tellStayed(error, pathname + search) };
          }
          throw replace(stayAt);
        }
        if (shown === undefined || why === null) {
          answered(kept, args.request);
          throw why === 'ended' ? logInFor(args.request) : error;
        }
        unanswered.add(kept);
        if (told?.why !== why) {
          told?.callOff();
          told = { why, callOff: tellOld(why) };
        }
        return shown;
      }
    };
    return kept;
  };
  const keepEach = (from: readonly RouteObject[]): RouteObject[] =>
    from.map((route) => {
      const { loader, children } = route;
      return {
        ...route,
        ...(typeof loader === 'function' && { loader: keep(loader) }),
        ...(children && { children: keepEach(children) }),
      } as RouteObject;
    });
  return keepEach(routes);
}
