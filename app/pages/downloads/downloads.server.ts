import type { LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { requestContext } from '#app/context.server.ts';

/** The same for everyone: what a browser stores is known to the browser alone. */
export function loader({ context }: LoaderFunctionArgs) {
  return { siteUrl: context.get(requestContext).siteUrl };
}

export const headers = () => publicPage({ tags: [] });
