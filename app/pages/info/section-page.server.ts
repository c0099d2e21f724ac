import type { LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { toStaticBlocks } from '#app/components/article/static-body.server.ts';
import { requestContext } from '#app/context.server.ts';
import { foundOr404 } from '#app/params.server.ts';
import { getStaticPage } from '#domain/pages/pages.ts';
import type { SectionPage } from '#domain/pages/pages.rules.ts';

/** Loader and headers of a static page with its own path. */
export function sectionPage(name: SectionPage) {
  return {
    loader: async ({ context }: LoaderFunctionArgs) => {
      const { db, siteUrl } = context.get(requestContext);
      const { title, summary, blocks } = await foundOr404(getStaticPage({ db }, name));
      return { siteUrl, title, summary, blocks: toStaticBlocks(blocks, siteUrl) };
    },
    headers: () => publicPage({ freshSeconds: 300, staleSeconds: 3_600, tags: ['static-pages'] }),
  };
}
