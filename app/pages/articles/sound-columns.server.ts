import { redirect, type LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { toRanked } from '#app/components/lists/content-card.server.ts';
import { toBatch } from '#app/components/lists/list-page.server.ts';
import { requestContext } from '#app/context.server.ts';
import { foundOr404, idParam, listPageParam } from '#app/params.server.ts';
import { paths, slugPart } from '#app/paths.ts';
import { getColumn, listArticles, listColumns, listMostViewed, type Column } from '#domain/articles/articles.ts';
import { getHost } from '#domain/hosts/hosts.ts';
import { channelsOf, ContentType } from '#shared/enums.ts';
import { PAGE_LIMITS } from '#shared/page-limits.ts';

const TERMS = { freshSeconds: 60, staleSeconds: 600, tags: ['articles:302', 'columns', 'hosts'] };

const toTile = ({ id, name, slug, hostName, picture, channelBitwise }: Column) => ({
  id,
  name,
  slug,
  hostName,
  picture,
  channels: channelsOf(channelBitwise),
});

export async function loader({ params, context, url }: LoaderFunctionArgs) {
  const { readDb: db, now, siteUrl } = context.get(requestContext);
  const page = listPageParam(url.searchParams.get('page'));
  const contentTypes = [ContentType.SOUND_COLUMN_ARTICLE];
  if (params.id === undefined) {
    const [list, columns, mostViewed] = await Promise.all([
      listArticles({ db }, { contentTypes }, { limit: PAGE_LIMITS.soundColumnArticles, page }),
      listColumns({ db }),
      listMostViewed({ db, now }, { contentTypes, limit: PAGE_LIMITS.mostViewedArticles }),
    ]);
    return {
      siteUrl,
      column: null,
      columns: columns.map(toTile),
      mostViewed: mostViewed.map(toRanked),
      batch: toBatch(list, page, now),
    };
  }
  const column = await foundOr404(getColumn({ db }, idParam(params.id)));
  if (params.cat !== decodeURIComponent(slugPart(column.slug))) {
    throw redirect(paths.soundColumn({ page: page === 1 ? undefined : page }, { id: column.id, name: column.slug }), {
      status: 301,
      headers: publicPage(TERMS),
    });
  }
  const [list, host] = await Promise.all([
    listArticles(
      { db },
      { contentTypes, columnId: column.id },
      { limit: PAGE_LIMITS.soundColumnArticlesByColumn, page },
    ),
    column.hostId === null ? null : getHost({ db }, column.hostId),
  ]);
  return {
    siteUrl,
    column: {
      ...toTile(column),
      description: column.description,
      host: host && { id: host.id, name: host.name, slug: host.slug },
    },
    columns: [],
    mostViewed: [],
    batch: toBatch(list, page, now),
  };
}

export function headers() {
  return publicPage(TERMS);
}
