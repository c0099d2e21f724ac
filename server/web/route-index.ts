import type { FastifyInstance } from 'fastify';

/** The methods a path supports, for the Allow header of a 405, which the router does not provide. */
export interface RouteIndex {
  methodsOf(path: string): string[];
}

const matches = (pattern: string[], path: string[]): boolean =>
  pattern.length === path.length &&
  pattern.every((part, index) => (part.startsWith(':') ? path[index] !== '' : part === path[index]));

/** Records routes as they are added. Catch-alls are excluded: they serve pages, not calls. */
export function indexRoutes(app: FastifyInstance): RouteIndex {
  const routes: { pattern: string[]; methods: string[] }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*')) return;
    routes.push({ pattern: url.split('/'), methods: [method].flat() });
  });
  return {
    methodsOf: (path) => {
      const parts = path.split('/');
      return [
        ...new Set(routes.filter((route) => matches(route.pattern, parts)).flatMap((route) => route.methods)),
      ].sort();
    },
  };
}
