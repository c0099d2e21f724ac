import type { LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { toStaticBlocks } from '#app/components/article/static-body.server.ts';
import { requestContext } from '#app/context.server.ts';
import { foundOr404, idParam, notFound } from '#app/params.server.ts';
import { getStaticPage, listGuideParts } from '#domain/pages/pages.ts';

/** The archive's user guide: without a number its first part, with the list of all. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { readDb: db, siteUrl } = context.get(requestContext);
  const parts = (await listGuideParts({ db })).map(({ name, title }) => ({ idx: Number(name.split('/')[1]), title }));
  const idx = params.idx === undefined ? parts[0]?.idx : idParam(params.idx);
  if (idx === undefined || (params.idx !== undefined && params.idx !== String(idx))) throw notFound();
  const { title, summary, blocks } = await foundOr404(getStaticPage({ db }, `archiveUserguide/${idx}`));
  return { siteUrl, idx, parts, title, summary, blocks: toStaticBlocks(blocks, siteUrl) };
}

export function headers() {
  return publicPage({ freshSeconds: 300, staleSeconds: 3_600, tags: ['static-pages'] });
}
