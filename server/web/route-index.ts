import type { FastifyInstance } from 'fastify';

/** Which methods a path answers, whatever method was asked: what a 405 must say and the router does not tell. */
export interface RouteIndex {
  methodsOf(path: string): string[];
}

const matches = (pattern: string[], path: string[]): boolean =>
  pattern.length === path.length &&
  pattern.every((part, index) => (part.startsWith(':') ? path[index] !== '' : part === path[index]));

/** Watches routes as they are added. Catch-alls are left out: they stand for pages, not for a call. */
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
