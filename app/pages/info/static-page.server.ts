import type { LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { changedDay, toStaticBlocks } from '#app/components/article/static-body.server.ts';
import { requestContext } from '#app/context.server.ts';
import { foundOr404, notFound } from '#app/params.server.ts';
import { getStaticPage } from '#domain/pages/pages.ts';
import { isBilingual, isMonolingual } from '#domain/pages/pages.rules.ts';

/** A page of /staticpage: eight names, five of them also in English; anything else is a 404. */
export async function loader({ params, context, url }: LoaderFunctionArgs) {
  const { readDb: db, siteUrl } = context.get(requestContext);
  const name = params.name ?? '';
  if (!isBilingual(name) && !isMonolingual(name)) throw notFound();
  // By URL alone, so that a CDN may cache it; the page itself redirects visitors who chose a language before.
  const lang = isBilingual(name) && url.searchParams.get('lang') === 'en' ? 'en' : 'zh-Hant';
  const page = await foundOr404(getStaticPage({ db }, name, lang));
  return {
    siteUrl,
    name,
    lang,
    isBilingual: isBilingual(name),
    title: page.title,
    summary: page.summary,
    blocks: toStaticBlocks(page.blocks, siteUrl),
    changed: changedDay(page.updatedAtMs),
  } as const;
}

export function headers() {
  return publicPage({ freshSeconds: 300, staleSeconds: 3_600, tags: ['static-pages'] });
}
