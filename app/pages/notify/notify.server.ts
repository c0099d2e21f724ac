import type { LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { requestContext } from '#app/context.server.ts';

/** The same for everyone: only the browser knows its notifications. */
export function loader({ context }: LoaderFunctionArgs) {
  return { siteUrl: context.get(requestContext).siteUrl };
}

export const headers = () => publicPage({ tags: [] });
