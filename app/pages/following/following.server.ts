import type { LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { requestContext } from '#app/context.server.ts';

/** The same for everyone: what is followed is loaded by the browser. */
export function loader({ context }: LoaderFunctionArgs) {
  const { siteUrl } = context.get(requestContext);
  return { siteUrl };
}

export const headers = () => publicPage({ freshSeconds: 300, staleSeconds: 3_600, tags: [] });
