import type { LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { toChartRow } from '#app/components/lists/chart-list.server.ts';
import { requestContext } from '#app/context.server.ts';
import { channelParam, foundOr404, notFound } from '#app/params.server.ts';
import { getChart, listChartChannels } from '#domain/chart/chart.ts';
import { isDayHk } from '#shared/hk-time.ts';

/** The pop channel's chart is the default. */
const FIRST = 903;

export async function loader({ context, url }: LoaderFunctionArgs) {
  const { db, now, siteUrl } = context.get(requestContext);
  const asked = url.searchParams.get('channel') ?? undefined;
  const weekHk = url.searchParams.get('week') ?? undefined;
  if (weekHk !== undefined && !isDayHk(weekHk)) throw notFound();
  const channels = await listChartChannels({ db, now });
  const usual = channels.includes(FIRST) ? FIRST : channels[0];
  const channelId = asked === undefined ? usual : channelParam(asked);
  if (channelId === undefined) return { siteUrl, channels, chart: null };
  const { entries, weeks, ...week } = await foundOr404(getChart({ db, now }, { channelId, weekHk }));
  return {
    siteUrl,
    channels,
    chart: {
      channelId,
      isUsual: channelId === usual,
      weekHk: week.weekHk,
      isNewest: week.weekHk === weeks[0]?.weekHk,
      weeks: weeks.map((each) => each.weekHk),
      rows: entries.map(toChartRow),
    },
  };
}

export function headers() {
  return publicPage({ freshSeconds: 30, staleSeconds: 300, tags: ['chart'] });
}
