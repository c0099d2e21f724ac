import { holdChunk } from './network.ts';

type LazyParts = Record<string, (() => Promise<unknown>) | undefined>;
interface Route {
  id: string;
  lazy?: LazyParts;
  children?: Route[];
}

/** Globals that the framework leaves in a page for its own tools. */
interface FrameworkGlobals {
  __reactRouterDataRouter: {
    routes: Route[];
    state: { navigation: { location?: { pathname: string; search: string } } };
  };
  __reactRouterManifest: { routes: Record<string, { module: string; imports?: string[] } | undefined> };
}

/**
 * When a page's file fails to load, the framework reloads the document: in a network gap that shows the browser's error
 * page and stops playback. So before the import, and in parallel with the page's data, the file is fetched in a way
 * that waits for the network; the import then finds it in the browser's cache.
 */
export function holdRouteChunks(): void {
  // Modules of the development server are not cached.
  if (import.meta.env.DEV) return;
  const { __reactRouterDataRouter: router, __reactRouterManifest: manifest } = window as unknown as FrameworkGlobals;
  const address = () => {
    const { pathname, search } = router.state.navigation.location ?? window.location;
    return pathname + search;
  };
  const hold = ({ id, lazy, children = [] }: Route) => {
    children.forEach(hold);
    const entry = manifest.routes[id];
    if (!lazy || !entry) return;
    let held: Promise<unknown> | undefined;
    for (const [part, load] of Object.entries(lazy))
      if (load)
        lazy[part] = async () => {
          held ??= Promise.all([entry.module, ...(entry.imports ?? [])].map((file) => holdChunk(file, address)));
          await held;
          return load();
        };
  };
  router.routes.forEach(hold);
}
