import type { LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { toChartRow } from '#app/components/lists/chart-list.server.ts';
import { requestContext } from '#app/context.server.ts';
import { songPaths } from '#app/song-paths.ts';
import { channelParam, foundOr404, notFound } from '#app/params.server.ts';
import { getChartCourse } from '#domain/chart/chart-history.ts';
import { getChart, listChartChannels } from '#domain/chart/chart.ts';
import { songIdsOf } from '#domain/songs/figures/song-figures.ts';
import { isDayHk } from '#shared/hk-time.ts';
import { BREAK } from '#shared/text/break-mark.ts';

/** The pop channel's chart is the default. */
const FIRST = 903;

export async function loader({ context, url }: LoaderFunctionArgs) {
  const { readDb: db, now, siteUrl } = context.get(requestContext);
  const asked = url.searchParams.get('channel') ?? undefined;
  const weekHk = url.searchParams.get('week') ?? undefined;
  if (weekHk !== undefined && !isDayHk(weekHk)) throw notFound();
  const channels = await listChartChannels({ db, now });
  const usual = channels.includes(FIRST) ? FIRST : channels[0];
  const channelId = asked === undefined ? usual : channelParam(asked);
  if (channelId === undefined) return { siteUrl, channels, chart: null };
  const { entries, weeks, ...week } = await foundOr404(getChart({ db, now }, { channelId, weekHk }));
  const [course, ids] = await Promise.all([
    getChartCourse({ db, now }, { channelId, weekHk: week.weekHk }),
    songIdsOf({ db }, entries),
  ]);
  // Only a song that a channel has played has a page.
  const pathAt = (i: number) => {
    const id = ids[i];
    return id === undefined ? undefined : songPaths.song(id);
  };
  return {
    siteUrl,
    channels,
    chart: {
      channelId,
      isUsual: channelId === usual,
      weekHk: week.weekHk,
      isNewest: week.weekHk === weeks[0]?.weekHk,
      weeks: weeks.map((each) => each.weekHk),
      rows: entries.map((entry, i) => ({ ...toChartRow(entry), path: pathAt(i) })),
      course: {
        weeks: course.weeks,
        places: Math.max(...course.courses.flatMap(({ positions }) => positions.map((position) => position ?? 1)), 2),
        courses: course.courses.map(({ songId, positions }, i) => ({
          key: String(songId),
          name: entries[i]!.title.replaceAll(BREAK, ''),
          href: pathAt(i) ?? null,
          positions,
        })),
      },
    },
  };
}

export function headers() {
  return publicPage({ freshSeconds: 30, staleSeconds: 300, tags: ['chart'] });
}
