import type { LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { requestContext } from '#app/context.server.ts';

/** Loader of pages whose personal data comes with a separate call. */
export const loader = async ({ context }: LoaderFunctionArgs) => ({ siteUrl: context.get(requestContext).siteUrl });

export function headers() {
  return publicPage({ freshSeconds: 300, tags: ['films-of-members'] });
}
