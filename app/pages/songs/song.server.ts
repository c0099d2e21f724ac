import { data, type HeadersArgs, type LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { requestContext } from '#app/context.server.ts';
import { foundOr404, idParam, listPageParam } from '#app/params.server.ts';
import { listChartRuns } from '#domain/chart/chart-history.ts';
import { getSong, PLAYS_TAGS } from '#domain/songs/figures/song-figures.ts';
import { singerOf, toFiguresView, toPlayViews, toRunView } from './play-views.server.ts';

export async function loader({ params, context, url }: LoaderFunctionArgs) {
  const id = idParam(params.id);
  const page = listPageParam(url.searchParams.get('page'));
  const { readDb: db, now, siteUrl, archive } = context.get(requestContext);
  const door = { db, now };
  const { song, plays, hasMore, figures } = await foundOr404(getSong(door, { id, page }));
  const [views, counted, runs] = await Promise.all([
    toPlayViews(door, plays, archive),
    toFiguresView(door, figures),
    listChartRuns(door, { title: song.title, artist: song.artist }),
  ]);
  return data(
    {
      siteUrl,
      id,
      page,
      hasMore,
      title: song.title,
      artist: song.artist,
      singer: singerOf(song.artist),
      plays: views,
      figures: counted,
      runs: runs.map(toRunView),
    },
    { headers: publicPage({ freshSeconds: 60, staleSeconds: 300, tags: [...PLAYS_TAGS, 'hosts', 'chart'] }) },
  );
}

export const headers = ({ loaderHeaders, errorHeaders }: HeadersArgs) => errorHeaders ?? loaderHeaders;
