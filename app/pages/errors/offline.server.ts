import { publicPage } from '#app/cache.server.ts';

export function loader() {
  return null;
}

export const headers = () => publicPage({ freshSeconds: 300, staleSeconds: 3_600, tags: ['offline'] });
