import type { LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { requestContext } from '#app/context.server.ts';
import { toStaticBlocks } from '#app/components/article/static-body.server.ts';
import { foundOr404 } from '#app/params.server.ts';
import { getStaticPage, listStrokeFundYears } from '#domain/pages/pages.ts';

const figure = new Intl.NumberFormat('en-HK');

export async function loader({ context }: LoaderFunctionArgs) {
  const { readDb: db, siteUrl } = context.get(requestContext);
  const [page, years] = await Promise.all([
    foundOr404(getStaticPage({ db }, 'strokefund')),
    listStrokeFundYears({ db }),
  ]);
  return {
    siteUrl,
    title: page.title,
    summary: page.summary,
    blocks: toStaticBlocks(page.blocks, siteUrl),
    years: years.map(({ raisedHkd, ...year }) => ({ ...year, raised: figure.format(raisedHkd) })),
    raised: figure.format(years.reduce((sum, year) => sum + year.raisedHkd, 0)),
    families: figure.format(years.reduce((sum, year) => sum + year.familiesHelped, 0)),
  };
}

export function headers() {
  return publicPage({ freshSeconds: 300, staleSeconds: 3_600, tags: ['stroke-fund', 'static-pages'] });
}
