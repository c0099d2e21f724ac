import { matchRoutes, type RouteObject } from 'react-router';
import { tracing } from '#shared/outside/tracing.ts';

interface BuiltRoute {
  id: string;
  parentId?: string | undefined;
  path?: string | undefined;
  index?: boolean | undefined;
}

function treeOf(routes: readonly BuiltRoute[], parentId?: string): RouteObject[] {
  return routes
    .filter((route) => route.parentId === parentId)
    .map(({ id, path, index }) =>
      index
        ? { id, index, ...(path === undefined ? {} : { path }) }
        : { id, ...(path === undefined ? {} : { path }), children: treeOf(routes, id) },
    );
}

/** Renders in a span with the pattern of the page, where the process traces. */
export function tracedRender<Requester>(
  render: (request: Request, requester: Requester) => Promise<Response>,
  routes: Readonly<Record<string, BuiltRoute | undefined>>,
): typeof render {
  const traces = tracing();
  if (traces === null) return render;
  const tree = treeOf(Object.values(routes).filter((route) => route !== undefined));
  return (request, requester) => {
    const matches = matchRoutes(tree, new URL(request.url).pathname) ?? [];
    const parts = matches.flatMap(({ route }) => route.path?.replaceAll(/^\/|\/$/g, '') || []);
    const pattern = `/${parts.join('/')}`;
    return traces.within('render', `render ${pattern}`, () => render(request, requester));
  };
}
