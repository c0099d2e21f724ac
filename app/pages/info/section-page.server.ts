import type { LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { toStaticBlocks } from '#app/components/article/static-body.server.ts';
import { requestContext } from '#app/context.server.ts';
import { foundOr404, notFound } from '#app/params.server.ts';
import { getStaticPage } from '#domain/pages/pages.ts';
import type { SectionPage } from '#domain/pages/pages.rules.ts';

/** Loader and headers of static pages with a route of their own, whose path is the page's name. */
export function sectionPages<Name extends SectionPage>(names: readonly Name[]) {
  return {
    loader: async ({ context, pattern }: LoaderFunctionArgs) => {
      const path = pattern.replace(/^\//, '');
      const name = names.find((one) => one === path);
      if (name === undefined) throw notFound();
      const { readDb: db, siteUrl } = context.get(requestContext);
      const { title, summary, blocks } = await foundOr404(getStaticPage({ db }, name));
      return { siteUrl, name, title, summary, blocks: toStaticBlocks(blocks, siteUrl) };
    },
    headers: () => publicPage({ freshSeconds: 300, staleSeconds: 3_600, tags: ['static-pages'] }),
  };
}
