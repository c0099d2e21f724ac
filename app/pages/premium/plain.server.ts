import type { LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { requestContext } from '#app/context.server.ts';

/** Of pages on which all that is somebody's comes by a call of theirs. */
export const loader = async ({ context }: LoaderFunctionArgs) => ({ siteUrl: context.get(requestContext).siteUrl });

export function headers() {
  return publicPage({ freshSeconds: 300, tags: ['films-of-members'] });
}
