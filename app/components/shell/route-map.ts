import { UNSAFE_createClientRoutes as createClientRoutes, type DataRouter } from 'react-router';
import { holdChunk } from './network.ts';

type Manifest = Parameters<typeof createClientRoutes>[0];
type Modules = Parameters<typeof createClientRoutes>[1];
type Route = DataRouter['routes'][number];

/** A route with the one above it. */
type Outline = readonly { id: string; parentId?: string | undefined }[];

/** The map as `scripts/build.ts` writes it: routes are read from a table when they are needed. */
interface ReadManifest {
  routes: Manifest;
  outline: Outline;
  read(ids: ReadonlySet<string>): Manifest;
}

/** Globals that the framework leaves in a page. */
interface FrameworkGlobals {
  __reactRouterManifest: ReadManifest;
  /** Modules of the routes that this page consists of. */
  __reactRouterRouteModules: Modules;
  __reactRouterDataRouter?: DataRouter;
}

/** Routes of the site that are not part of this page, until they are needed. */
let others: ReadonlySet<string> | null = null;

const globals = () => window as unknown as FrameworkGlobals;

/** The routes of this page and all others; null: only the whole map describes this page. */
export function splitRoutes(
  site: Outline,
  ofPage: ReadonlySet<string>,
): { own: ReadonlySet<string>; others: ReadonlySet<string> } | null {
  const parents = new Set(site.map(({ parentId }) => parentId));
  const part = (isOwn: boolean) => new Set(site.flatMap(({ id }) => (ofPage.has(id) === isOwn ? id : [])));
  const own = part(true);
  // Where an error replaces the page, only the routes above it are named.
  return [...own].some((id) => !parents.has(id)) ? { own, others: part(false) } : null;
}

/**
 * Reads only the routes of this page for the router to start with. It creates, ranks and compiles every route that it
 * is given, twice, before hydration. The others are added by `wholeRouteMap`.
 */
export function ownRoutesOnly(): void {
  // The development server replaces routes.
  if (import.meta.env.DEV) return;
  const { __reactRouterManifest: manifest, __reactRouterRouteModules: modules } = globals();
  const split = splitRoutes(manifest.outline, new Set(Object.keys(modules)));
  manifest.routes = manifest.read(split?.own ?? new Set(manifest.outline.map(({ id }) => id)));
  others = split?.others ?? null;
}

/** Adds the routes that `ownRoutesOnly` left out. Called before each navigation. */
export function wholeRouteMap(): void {
  const {
    __reactRouterDataRouter: router,
    __reactRouterManifest: manifest,
    __reactRouterRouteModules: modules,
  } = globals();
  if (router === undefined) return;
  if (others !== null) {
    const added = manifest.read(others);
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
