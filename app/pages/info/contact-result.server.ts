import type { LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { requestContext } from '#app/context.server.ts';

/** The result, the same for everyone: neither the page nor its URL contains submitted data. */
export function loader({ context, url }: LoaderFunctionArgs) {
  return { siteUrl: context.get(requestContext).siteUrl, isSent: url.searchParams.get('type') === 'sent' };
}

export function headers() {
  return publicPage({ freshSeconds: 300, staleSeconds: 3_600, tags: ['static-pages'] });
}
