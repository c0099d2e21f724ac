import { index, layout, route, type RouteConfig } from '@react-router/dev/routes';

// The URL map of the whole site, written by hand. Order matters only to the reader: fixed names win over parameters.
export default [
  layout('layouts/default-layout.tsx', [
    // HOME
    index('pages/home/home.tsx'),
    route('anymind360_review', 'pages/home/home-review.tsx'),

    // LIVE
    route('live/:id', 'pages/live/live.tsx'),
    route('live/:id/video', 'pages/live/live.tsx', { id: 'live-video' }),
    route('live/:id/anymind360_review', 'pages/live/live.tsx', { id: 'live-review' }),

    // TIMETABLE
    route('timetable/:channel', 'pages/timetable/timetable.tsx'),
    route('timetable/:channel/list', 'pages/timetable/timetable-list.tsx'),

    // PROGRAMMES
    route('program', 'pages/programs/programs.tsx'),
    route('program/:id/:name?', 'pages/programs/program.tsx'),

    // HOSTS
    route('host', 'pages/hosts/hosts.tsx'),
    route('host/:id/:name?', 'pages/hosts/host.tsx'),
  ]),

  layout('layouts/blank-layout.tsx', [
    // APPS
    route('mobileredirect', 'pages/info/mobile-redirect.tsx'),

    // ANYTHING ELSE
    route('error/:httpStatusCode?', 'pages/errors/not-found.tsx', { id: 'error' }),
    route('*', 'pages/errors/not-found.tsx', { id: 'catch-all' }),
  ]),

  // FEEDS
  route('sitemap.xml', 'pages/feeds/sitemap.ts'),
  route('robots.txt', 'pages/feeds/robots.ts'),
  route('manifest.webmanifest', 'pages/feeds/manifest.ts'),
] satisfies RouteConfig;
