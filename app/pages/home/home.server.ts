import { publicPage } from '#app/cache.server.ts';

export function loader() {
  return {};
}

export function headers() {
  return publicPage({ tags: ['timetable', 'programs'] });
}
