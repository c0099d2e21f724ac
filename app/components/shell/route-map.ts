import { UNSAFE_createClientRoutes as createClientRoutes, type DataRouter } from 'react-router';
import { holdChunk } from './network.ts';

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

const addressNow = (router: DataRouter | undefined): string => {
  const { pathname, search } = router?.state.navigation.location ?? window.location;
  return pathname + search;
};

let table: Promise<{ read: () => Manifest }> | undefined;
/** The last step of `wholeRouteMap` was taken. */
let isWhole = false;

/**
 * Loads the file of all routes, which no page needs before it is left. The router creates its routes only at the first
 * navigation: it ranks and compiles every route that it is given.
 */
export function loadRouteMap(): Promise<unknown> {
  const { __reactRouterManifest: manifest, __reactRouterDataRouter: router } = globals();
  const { map } = manifest;
  // The development server names all routes at once, and replaces them.
  if (map === undefined) return Promise.resolve();
  table ??= holdChunk(map, () => addressNow(router))
    .then(() => import(/* @vite-ignore */ map) as Promise<{ read: () => Manifest }>)
    .catch((error: unknown) => {
      table = undefined;
      throw error;
    });
  return table;
}

/** Adds the routes that are not part of this page. Awaited before each navigation. */
export async function wholeRouteMap(): Promise<void> {
  await loadRouteMap();
  const read = (await table)?.read;
  const {
    __reactRouterDataRouter: router,
    __reactRouterManifest: manifest,
    __reactRouterRouteModules: modules,
  } = globals();
  if (router === undefined) return;
  if (read !== undefined && !isWhole) {
    isWhole = true;
    addRoutes(router, manifest.routes, read(), modules);
  }
  holdRouteChunks(router, manifest.routes);
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
          held ??= Promise.all(
            [entry.module, ...(entry.imports ?? [])].map((file) => holdChunk(file, () => addressNow(router))),
          );
          await held;
          return load();
        };
  };
  router.routes.forEach(hold);
}
