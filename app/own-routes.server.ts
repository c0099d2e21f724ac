import type { EntryContext } from 'react-router';
import { inScript } from './hydration-data.server.ts';

/**
 * Prepares a page to be sent without the framework's file of all routes, which every page would load before it starts
 * and needs only when it is left. The framework preloads and imports the file by its address: given that of the entry,
 * it names a file that the page loads anyway, and `ownRoutes` replaces the import.
 */
export function withoutRouteMap(context: EntryContext): EntryContext {
  const { manifest } = context;
  if (isDevelopment(manifest)) return context;
  return { ...context, manifest: { ...manifest, url: manifest.entry.module } };
}

/** Replaces the import of all routes by the routes that the page consists of, and the address of the others. */
export function ownRoutes(html: string, { manifest, staticHandlerContext }: EntryContext): string {
  if (isDevelopment(manifest)) return html;
  const { entry, version, url: map } = manifest;
  const routes = Object.fromEntries(
    staticHandlerContext.matches.map(({ route: { id } }) => [id, isSet(manifest.routes[id] ?? {})]),
  );
  // `url` is that of the server's render: what it rendered is what the browser hydrates.
  const own = inScript(JSON.stringify({ entry, url: entry.module, version, routes, map }));
  return html.replace(`import ${JSON.stringify(entry.module)};`, () => `window.__reactRouterManifest=${own};`);
}

/** The development server replaces routes, and names all of them. */
const isDevelopment = ({ hmr }: EntryContext['manifest']): boolean => hmr !== undefined;

/** Flags are false by default, and lists empty. */
const isSet = (route: object): object =>
  Object.fromEntries(
    Object.entries(route).filter(([, value]) => value !== false && !(Array.isArray(value) && value.length === 0)),
  );
