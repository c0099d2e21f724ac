import { AdSlot } from '#app/ads/ad-slot.tsx';
import { useLoaderData, type MetaFunction } from 'react-router';
import { breadcrumbs } from '#app/components/seo/json-ld.ts';
import { ListenLink } from '#app/components/lists/listen-link.tsx';
import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import page from '#app/styles/page.module.css';
import { seo } from '#app/components/seo/seo.ts';
import { useClock, useRefreshAt } from '#app/components/hooks/use-clock.ts';
import { paths } from '#app/paths.ts';
import { channelText } from '#app/text/zh-hk/channels.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import { timetableText } from '#app/text/zh-hk/timetable.ts';
import { Numeral } from '#app/ui/numeral.tsx';
import { Phrase } from '#app/ui/phrase.tsx';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import { clockHk } from '#shared/hk-time.ts';
import { Earlier, partedAt } from './earlier.tsx';
import { Parts } from './parts.tsx';
import { DayTabs, TimetableHead } from './timetable-head.tsx';
import styles from './timetable.module.css';
import type { loader, SlotView } from './timetable.server.ts';

export { headers, loader } from './timetable.server.ts';

export const handle: PageHandle = { navKey: 'timetable', adGroup: 'timetable' };

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => {
  if (loaderData === undefined) return [];
  const { siteUrl, channelId, day, onAirDay } = loaderData;
  const { name } = channelText[channelId];
  const path = paths.timetable(channelId);
  return seo({
    siteUrl,
    path,
    title: day === onAirDay ? timetableText.titleOf(name) : timetableText.titleOfDay(name, timeText.date(day)),
    description: timetableText.description(name, timeText.fullDate(day)),
    jsonLd: [breadcrumbs(siteUrl, [{ name: timetableText.titleOf(name), path }])],
  });
};

export default function Timetable() {
  const { channelId, day, today, onAirDay, days, nowMs, changesAtMs, slots, sameTime } = useLoaderData<typeof loader>();
  const clockMs = useClock(nowMs);
  useRefreshAt(changesAtMs, nowMs);
  const [earlier, rest] = partedAt(slots, nowMs, day === onAirDay);
  const parts = (items: SlotView[]) => <Parts slots={items} channelId={channelId} today={today} nowMs={clockMs} />;
  return (
    <div className="wrap" data-channel={channelId}>
      <TimetableHead channelId={channelId} day={day} onAirDay={onAirDay} view="pictures" />
      <div className={page.side}>
        <div>
          <DayTabs channelId={channelId} day={day} onAirDay={onAirDay} today={today} days={days} view="pictures" />
          {earlier.length > 0 && <Earlier count={earlier.length}>{parts(earlier)}</Earlier>}
          {parts(rest)}
        </div>
        <aside className={page.rail}>
          {sameTime.length > 0 && (
            <section aria-labelledby="same-time">
              <SectionHeading id="same-time" small>
                {timetableText.sameTime}
              </SectionHeading>
              <ul className={styles.same}>
                {sameTime.map((item) => (
                  <li key={item.channelId} data-channel={item.channelId}>
                    <Numeral channel={item.channelId} />
                    <div>
                      <a href={item.href}>
                        <b>
                          <Phrase text={item.title} />
                        </b>
                      </a>
                      <span>
                        {timeText.range(clockHk(new Date(item.startsAtMs)), clockHk(new Date(item.endsAtMs)))}
                      </span>
                    </div>
                    <ListenLink
                      channel={item.channelId}
                      label={timetableText.listenTo(channelText[item.channelId].name)}
                      icon="play"
                      className={styles.play}
                    />
                  </li>
                ))}
              </ul>
            </section>
          )}
          <AdSlot type="rectangle" />
          <p className={styles.note}>
            {slots.some((slot) => slot.changed === 'racing') && <b>{timetableText.racingNote}</b>}
            {timetableText.note}{' '}
            <a href={paths.channelCalendar(channelId)} download data-document>
              {timetableText.calendar}
            </a>
          </p>
        </aside>
      </div>
    </div>
  );
}
