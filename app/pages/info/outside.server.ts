import type { LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { requestContext } from '#app/context.server.ts';
import { notFound } from '#app/params.server.ts';
import { footer } from '#app/text/zh-hk/footer.ts';

type Outside = keyof typeof footer.outside;
const isOutside = (name: string): name is Outside => Object.hasOwn(footer.outside, name);

/** The demo's placeholder for an external site; a real station configures the URLs. */
export function loader({ params: { name = '' }, context }: LoaderFunctionArgs) {
  if (!context.get(requestContext).isDemo || !isOutside(name)) throw notFound();
  return { name };
}

export const headers = () => publicPage({ freshSeconds: 300, staleSeconds: 3_600, tags: ['outside'] });
