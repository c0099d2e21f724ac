import { AdSlot } from '#app/ads/ad-slot.tsx';
import { useLoaderData, type MetaFunction } from 'react-router';
import { useClock, useRefreshAt } from '#app/components/hooks/use-clock.ts';
import buttons from '#app/components/library/library-buttons.module.css';
import { breadcrumbs } from '#app/components/seo/json-ld.ts';
import { seo } from '#app/components/seo/seo.ts';
import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import { paths } from '#app/paths.ts';
import page from '#app/styles/page.module.css';
import { archiveText } from '#app/text/zh-hk/archive.ts';
import { replaysText } from '#app/text/zh-hk/replays.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import { Icon } from '#app/ui/icon.tsx';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import { staticIsland } from '#app/ui/static-island.tsx';
import styles from './archives.module.css';
import type { loader } from './archives.server.ts';
import { Begun } from './begun.tsx';
import { Dial } from './dial.tsx';
import { Lanes } from './lanes.tsx';

export { headers, loader } from './archives.server.ts';

export const handle: PageHandle = { navKey: 'archives', adGroup: 'archive', appBanner: 'archive' };

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => {
  if (loaderData === undefined) return [];
  const { siteUrl, day, isDated } = loaderData;
  const path = paths.archives(isDated ? { day } : {});
  return seo({
    siteUrl,
    path,
    title: isDated ? archiveText.titleOf(timeText.fullDate(day)) : replaysText.title,
    description: archiveText.description,
    jsonLd: [breadcrumbs(siteUrl, [{ name: replaysText.title, path: paths.archives() }])],
  });
};

// Static parts; presses in them are handled outside.
const ByProgram = staticIsland(() => import('./by-program.tsx').then((module) => module.ByProgram));
const MostHeard = staticIsland(() => import('./most-heard.tsx').then((module) => module.MostHeard));
const Classics = staticIsland(() => import('./classics.tsx').then((module) => module.Classics));

export default function Archives() {
  const {
    nowMs,
    freeMinutes,
    day,
    today,
    calendarDay,
    dial,
    channelId,
    isChosen,
    fromMs,
    toMs,
    lanes,
    changesAtMs,
    ...lists
  } = useLoaderData<typeof loader>();
  const clockMs = useClock(nowMs);
  useRefreshAt(changesAtMs ?? Infinity, nowMs);
  const channel = isChosen ? channelId : undefined;
  return (
    <>
      <div className={`wrap ${styles.head}`}>
        <div>
          <h1>{replaysText.title}</h1>
          <p>{freeMinutes > 0 ? archiveText.leadFree(freeMinutes) : archiveText.lead}</p>
        </div>
        <search>
          <form action={paths.search()} method="get" className={styles.search}>
            <input type="hidden" name="type" value="replay" />
            <label className="vh" htmlFor="replay-keyword">
              {archiveText.searchLabel}
            </label>
            <input
              id="replay-keyword"
              name="q"
              type="search"
              maxLength={50}
              placeholder={archiveText.searchHint}
              autoComplete="off"
            />
            <button aria-label={archiveText.searchLabel}>
              <Icon name="search" />
            </button>
          </form>
        </search>
      </div>
      <div className="wrap">
        <Begun nowMs={clockMs} />
      </div>
      <section className={`wrap ${page.section}`} aria-labelledby="by-day">
        <SectionHeading id="by-day" note={timeText.dateAndWeekday(day)}>
          {archiveText.byDay}
        </SectionHeading>
        <Dial dial={dial} day={day} today={today} calendarDay={calendarDay} channel={channel} />
        <Lanes
          lanes={lanes}
          channelId={channelId}
          query={day === today ? {} : { day }}
          fromMs={fromMs}
          toMs={toMs}
          nowMs={clockMs}
        />
      </section>
      <div className={`wrap ${page.section}`} data-ad-room>
        <AdSlot type="leaderboard" />
      </div>
      <div className={`wrap ${page.section} ${page.side}`}>
        {/* The class is given here because styles that only an island imports are not those of its page. */}
        <ByProgram programs={lists.programs} today={calendarDay} heart={buttons.onPicture} />
        <MostHeard replays={lists.mostHeard.replays} isCounted={lists.mostHeard.isCounted} today={calendarDay} />
      </div>
      {lists.classics.length > 0 && <Classics replays={lists.classics} />}
    </>
  );
}
