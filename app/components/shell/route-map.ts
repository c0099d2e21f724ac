import { UNSAFE_createClientRoutes as createClientRoutes, type DataRouter } from 'react-router';
import { holdChunk, obstacleNow } from './network.ts';

type Manifest = Parameters<typeof createClientRoutes>[0];
type Modules = Parameters<typeof createClientRoutes>[1];
type Route = DataRouter['routes'][number];

/** Globals that the framework leaves in a page. */
interface FrameworkGlobals {
  /** The routes of this page, and the file of all routes (`own-routes.server.ts`). */
  __reactRouterManifest: { routes: Manifest; map?: string };
  __reactRouterRouteModules: Modules;
  __reactRouterDataRouter?: DataRouter;
}

const globals = () => window as unknown as FrameworkGlobals;

/** All routes are in the router. */
let isWhole = false;

/** Fetches the file of all routes into the browser's cache. A page does not need it before it is left. */
export function prefetchRouteMap(): void {
  const { map } = globals().__reactRouterManifest;
  // The development server names all routes at once.
  if (map === undefined) return;
  fetch(map)
    .then((reply) => reply.arrayBuffer())
    .catch(() => undefined);
}

let loading: Promise<void> | undefined;
/** The last waiting navigation. */
let wanted: string | undefined;

/**
 * Adds the routes that are not part of this page: the router ranks and compiles every route that it is given, so it has
 * only its own until the first navigation, to `address`, which awaits this. In a network gap it waits. All waiters get
 * one promise, so that they continue in the order of the presses and the last one wins.
 */
export function wholeRouteMap(address?: string): Promise<void> {
  wanted = address ?? wanted;
  // That one ends only by a full load, now of this address.
  if (obstacleNow()?.kind === 'renewed') loading = undefined;
  loading ??= addAllRoutes().finally(() => (loading = undefined));
  return loading;
}

async function addAllRoutes(): Promise<void> {
  const { map, routes } = globals().__reactRouterManifest;
  const read = map === undefined || isWhole ? undefined : await readerOf(map);
  const { __reactRouterDataRouter: router, __reactRouterRouteModules: modules } = globals();
  if (router === undefined) return;
  if (read !== undefined) addRoutes(router, routes, read(), modules);
  isWhole ||= read !== undefined;
  holdRouteChunks(router, routes);
}

async function readerOf(map: string): Promise<() => Manifest> {
  // Only what was fetched is imported: some browsers remember a failed import.
  await holdChunk(map, () => wanted ?? window.location.pathname + window.location.search);
  return ((await import(/* @vite-ignore */ map)) as { read: () => Manifest }).read;
}

function addRoutes(router: DataRouter, own: Manifest, all: Manifest, modules: Modules): void {
  const parents = Object.keys(own);
  const others = Object.fromEntries(Object.entries(all).filter(([id]) => own[id] === undefined));
  Object.assign(own, others);
  for (const parent of parents) {
    const children = createClientRoutes(others, modules, null, true, false, parent);
    if (children.length > 0) router.patchRoutes(parent, children);
  }
}

/**
 * Back and forward. The router reads the address at once, so that the event reaches it only when all routes are known.
 * To be registered before the router's own listener.
 */
export function holdPopState(event: PopStateEvent): void {
  if (isWhole || globals().__reactRouterManifest.map === undefined) return;
  event.stopImmediatePropagation();
  void wholeRouteMap().then(() =>
    window.dispatchEvent(new PopStateEvent('popstate', { state: event.state as unknown })),
  );
}

const isHeld = new WeakSet<object>();

/**
 * When a page's file fails to load, the framework reloads the document: in a network gap that shows the browser's error
 * page and stops playback. So before the import, and in parallel with the page's data, the file is fetched in a way
 * that waits for the network; the import then finds it in the browser's cache.
 */
function holdRouteChunks(router: DataRouter, manifest: Manifest): void {
  // Modules of the development server are not cached.
  if (import.meta.env.DEV) return;
  const address = () => {
    const { pathname, search } = router.state.navigation.location ?? window.location;
    return pathname + search;
  };
  const hold = ({ id, lazy, children = [] }: Route) => {
    children.forEach(hold);
    const entry = manifest[id];
    if (typeof lazy !== 'object' || !entry || isHeld.has(lazy)) return;
    isHeld.add(lazy);
    const parts = lazy as Record<string, (() => Promise<unknown>) | undefined>;
    let held: Promise<unknown> | undefined;
    for (const [part, load] of Object.entries(parts))
      if (load)
        parts[part] = async () => {
          held ??= Promise.all([entry.module, ...(entry.imports ?? [])].map((file) => holdChunk(file, address)));
          await held;
          return load();
        };
  };
  router.routes.forEach(hold);
}
