import { data, redirect, type HeadersArgs, type LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { requestContext } from '#app/context.server.ts';
import { foundOr404, notFound } from '#app/params.server.ts';
import { songPaths } from '#app/song-paths.ts';
import { listChartRuns } from '#domain/chart/chart-history.ts';
import { getSinger, PLAYS_TAGS } from '#domain/songs/figures/song-figures.ts';
import { singerOf, toFiguresView, toPlayViews, toRunView } from './play-views.server.ts';

/** Songs with the most weeks on the charts, of those that are listed. */
const RUNS_SHOWN = 12;

export async function loader({ params, context }: LoaderFunctionArgs) {
  const asked = params.name ?? '';
  const singer = singerOf(asked.toWellFormed());
  if (singer === null) throw notFound();
  const { readDb: db, now, siteUrl, archive } = context.get(requestContext);
  const door = { db, now };
  const tags = [...PLAYS_TAGS, 'hosts', 'chart'];
  const found = await foundOr404(getSinger(door, singer));
  // Other spellings of the same name are the same page.
  if (asked !== singer) throw redirect(songPaths.singer(singer), { status: 301, headers: publicPage({ tags }) });
  const [plays, figures, runs] = await Promise.all([
    toPlayViews(door, found.plays, archive),
    toFiguresView(door, found.figures),
    listChartRuns(door, { singer }),
  ]);
  return data(
    {
      siteUrl,
      singer,
      name: found.name,
      songs: found.songs.map(({ id, title, plays: times, lastAt }) => ({
        id,
        title,
        plays: times,
        lastAtMs: lastAt.getTime(),
      })),
      plays,
      figures,
      runs: runs.slice(0, RUNS_SHOWN).map(toRunView),
    },
    { headers: publicPage({ freshSeconds: 60, staleSeconds: 300, tags }) },
  );
}

export const headers = ({ loaderHeaders, errorHeaders }: HeadersArgs) => errorHeaders ?? loaderHeaders;
