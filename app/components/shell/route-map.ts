import { UNSAFE_createClientRoutes as createClientRoutes, type DataRouter } from 'react-router';
import { holdChunk } from './network.ts';

type Manifest = Parameters<typeof createClientRoutes>[0];
type Modules = Parameters<typeof createClientRoutes>[1];
type Route = DataRouter['routes'][number];

/** Globals that the framework leaves in a page. */
interface FrameworkGlobals {
  __reactRouterManifest: { routes: Manifest };
  /** Modules of the routes that this page consists of. */
  __reactRouterRouteModules: Modules;
  __reactRouterDataRouter?: DataRouter;
}

/** Routes of the site that are not part of this page, until they are needed. */
let others: Manifest | null = null;

const globals = () => window as unknown as FrameworkGlobals;

/** The routes of this page and all others; null: only the whole map describes this page. */
export function splitRoutes(whole: Manifest, ofPage: ReadonlySet<string>): { own: Manifest; others: Manifest } | null {
  const parents = new Set(Object.values(whole).map((route) => route?.parentId));
  // Where an error replaces the page, only the routes above it are named.
  if (![...ofPage].some((id) => id in whole && !parents.has(id))) return null;
  const part = (isOwn: boolean) =>
    Object.fromEntries(Object.entries(whole).filter(([id]) => ofPage.has(id) === isOwn)) as Manifest;
  return { own: part(true), others: part(false) };
}

/**
 * Removes all routes but those of this page from the map with which the router starts. It creates, ranks and compiles
 * every route that it is given, twice, before hydration. The others are added by `wholeRouteMap`.
 */
export function ownRoutesOnly(): void {
  // The development server replaces routes.
  if (import.meta.env.DEV) return;
  const { __reactRouterManifest: manifest, __reactRouterRouteModules: modules } = globals();
  const split = splitRoutes(manifest.routes, new Set(Object.keys(modules)));
  if (split === null) return;
  manifest.routes = split.own;
  ({ others } = split);
}

/** Adds the routes that `ownRoutesOnly` removed. Called before each navigation. */
export function wholeRouteMap(): void {
  const {
    __reactRouterDataRouter: router,
    __reactRouterManifest: manifest,
    __reactRouterRouteModules: modules,
  } = globals();
  if (router === undefined) return;
  if (others !== null) {
    const added = others;
    others = null;
    const own = Object.keys(manifest.routes);
    Object.assign(manifest.routes, added);
    for (const parent of own) {
      const children = createClientRoutes(added, modules, null, true, false, parent);
      if (children.length > 0) router.patchRoutes(parent, children);
    }
  }
  holdRouteChunks(router, manifest.routes);
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
