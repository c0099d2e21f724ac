import type { LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { requestContext } from '#app/context.server.ts';

/** The same for everyone: measurements are made in the browser (RT-073). */
export function loader({ context }: LoaderFunctionArgs) {
  return { siteUrl: context.get(requestContext).siteUrl };
}

export const headers = () => publicPage({ freshSeconds: 3_600, tags: ['diagnostic'] });
