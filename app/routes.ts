import { index, layout, route, type RouteConfig } from '@react-router/dev/routes';

// The URL map of the whole site, written by hand. Order matters only to the reader: fixed names win over parameters.
export default [
  layout('layouts/default-layout.tsx', [
    // HOME
    index('pages/home/home.tsx'),
    route('anymind360_review', 'pages/home/home.tsx', { id: 'home-review' }),
  ]),

  layout('layouts/blank-layout.tsx', [
    // ANYTHING ELSE
    route('error/:httpStatusCode?', 'pages/errors/not-found.tsx', { id: 'error' }),
    route('*', 'pages/errors/not-found.tsx', { id: 'catch-all' }),
  ]),
] satisfies RouteConfig;
