import { AdSlot } from '#app/ads/ad-slot.tsx';
import { useLoaderData, useLocation, type MetaFunction } from 'react-router';
import { broadcastEvent, broadcastService, breadcrumbs } from '#app/components/seo/json-ld.ts';
import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import page from '#app/styles/page.module.css';
import { seo } from '#app/components/seo/seo.ts';
import { paths } from '#app/paths.ts';
import { itemAt } from '#app/player/channel/live-item.ts';
import { channelText } from '#app/text/zh-hk/channels.ts';
import { liveText } from '#app/text/zh-hk/live.ts';
import { staticIsland } from '#app/ui/static-island.tsx';
import { Hero } from './hero.tsx';
import { loadParts } from './load-parts.ts';
import type { loader } from './live.server.ts';
import styles from './live.module.css';
import { STEP_MS, TodayList } from './today-list.tsx';
import { useLivePage } from './use-live-page.ts';

export { headers, loader } from './live.server.ts';

export const handle: PageHandle = { navKey: 'live', appBanner: 'toolbar', adGroup: 'live' };

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => {
  if (loaderData === undefined) return [];
  const { siteUrl, channelId, rows, nowMs, keyart, isReview, moment } = loaderData;
  const { name } = channelText[channelId];
  const on = itemAt(rows, nowMs);
  const path = paths.live(channelId);
  if (moment !== null) return seo({ siteUrl, ...moment.card, canonicalPath: path, robots: 'noindex' });
  const title = liveText.title(name, on?.title ?? '');
  return seo({
    siteUrl,
    // Audio, video and review variants share one canonical page.
    path,
    title,
    description: liveText.description(name, on?.title ?? '', on?.tagline ?? ''),
    picture: keyart,
    pictureAlt: liveText.art(on?.title ?? ''),
    type: 'music.radio_station',
    robots: isReview ? 'noindex' : 'index',
    jsonLd: [
      broadcastService(siteUrl, channelId),
      ...(on === null
        ? []
        : [
            broadcastEvent(
              siteUrl,
              { name: on.title, id: `${siteUrl}${on.href ?? path}#series` },
              { channelId, startsAtMs: on.startsAtMs, endsAtMs: on.endsAtMs, isLive: true },
            ),
          ]),
      breadcrumbs(siteUrl, [{ name: channelText[channelId].name, path }]),
    ],
  });
};

const LatestSongs = staticIsland(() => loadParts().then((parts) => parts.LatestSongs));
const Moment = staticIsland(() => loadParts().then((parts) => parts.Moment));
const Missed = staticIsland(() => loadParts().then((parts) => parts.Missed));
const RelatedPrograms = staticIsland(() => loadParts().then((parts) => parts.RelatedPrograms));

export default function Live() {
  const data = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const { channelId, moment, missed, related, latestSongs } = data;
  const kind = pathname === paths.liveVideo(channelId) ? 'video' : 'audio';
  const live = useLivePage({ ...data, kind });
  return (
    <>
      {moment && <Moment channelId={channelId} moment={moment} />}
      <Hero channelId={channelId} kind={kind} live={live} />
      <div className={`wrap ${page.section} ${page.side}`} data-channel={channelId}>
        <TodayList
          channelId={channelId}
          kind={kind}
          rows={live.rows}
          nowMs={Math.floor(live.nowMs / STEP_MS) * STEP_MS}
          renderedAtMs={data.nowMs}
          shownAtMs={live.shown?.startsAtMs}
          spans={live.spans}
        />
        {/* Links from elsewhere lead here, also while nothing was missed yet. */}
        <div id="missed" className={`${page.rail} ${styles.rail}`}>
          {missed.length > 0 && <Missed channelId={channelId} missed={missed} />}
          {latestSongs.length > 0 && <LatestSongs channelId={channelId} songs={latestSongs} />}
          {related.length > 0 && <RelatedPrograms channelId={channelId} programs={related} />}
          <AdSlot type="rectangle" />
        </div>
      </div>
    </>
  );
}
