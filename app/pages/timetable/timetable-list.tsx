import { useLoaderData, type MetaFunction } from 'react-router';
import type { PageHandle } from '#app/components/navigation-rules.tsx';
import page from '#app/components/page.module.css';
import { seo } from '#app/components/seo.ts';
import { useClock, useRefreshAt } from '#app/components/use-clock.ts';
import { paths } from '#app/paths.ts';
import { channelText } from '#app/text/zh-hk/channels.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import { timetableText } from '#app/text/zh-hk/timetable.ts';
import { Phrase } from '#app/ui/phrase.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { clockHk } from '#shared/hk-time.ts';
import { HostNames } from './host-names.tsx';
import { DayTabs, TimetableHead } from './timetable-head.tsx';
import styles from './timetable.module.css';
import type { listLoader } from './timetable.server.ts';

export { listHeaders as headers, listLoader as loader } from './timetable.server.ts';

export const handle: PageHandle = { navKey: 'timetable', adGroup: 'timetable' };

export const meta: MetaFunction<typeof listLoader> = ({ loaderData }) => {
  if (loaderData === undefined) return [];
  const { siteUrl, channelId, day } = loaderData;
  const { name } = channelText[channelId];
  return seo({
    siteUrl,
    // The same day in other clothes: search engines are sent to the first.
    path: paths.timetable(channelId),
    title: timetableText.listTitleOf(name),
    description: timetableText.description(name, timeText.fullDate(day)),
  });
};

export default function TimetableList() {
  const { channelId, day, today, days, nowMs, changesAtMs, slots, isTextOnly } = useLoaderData<typeof listLoader>();
  const view = isTextOnly ? 'text' : 'list';
  const clockMs = useClock(nowMs);
  useRefreshAt(changesAtMs ?? Infinity, nowMs);
  return (
    <div className="wrap" data-channel={channelId}>
      <TimetableHead channelId={channelId} day={day} today={today} view={view} />
      <DayTabs channelId={channelId} day={day} today={today} days={days} view={view} />
      <table className={styles.table}>
        <caption className="vh">{timetableText.tableOf(channelText[channelId].name, timeText.fullDate(day))}</caption>
        <thead>
          <tr>
            <th scope="col">{timetableText.columns.time}</th>
            <th scope="col">{timetableText.columns.program}</th>
            <th scope="col">{timetableText.columns.hosts}</th>
          </tr>
        </thead>
        <tbody>
          {slots.map((slot) => {
            const running = slot.startsAtMs <= clockMs && clockMs < slot.endsAtMs;
            const state = running ? styles.running : slot.endsAtMs <= clockMs ? styles.past : undefined;
            return (
              <tr key={slot.startsAtMs} className={state} aria-current={running ? 'true' : undefined}>
                <td>
                  <time dateTime={new Date(slot.startsAtMs).toISOString()}>
                    {timeText.range(clockHk(new Date(slot.startsAtMs)), clockHk(new Date(slot.endsAtMs)))}
                  </time>
                </td>
                <th scope="row">
                  <span className={styles.cell}>
                    {!isTextOnly && <Picture name={slot.art} alt="" sizes="72px" className={styles.thumb} />}
                    <span>
                      {slot.href === null ? (
                        <Phrase text={slot.title} />
                      ) : (
                        <a href={slot.href}>
                          <Phrase text={slot.title} />
                        </a>
                      )}
                      {slot.changed && <span className={styles.changed}>{timetableText.changed[slot.changed]}</span>}
                      {running && <span className={page.live}>{timetableText.onAir}</span>}
                    </span>
                  </span>
                </th>
                <td>
                  <HostNames hosts={slot.hosts} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className={styles.note}>
        {slots.some((slot) => slot.changed === 'racing') && <b>{timetableText.racingNote}</b>}
        {timetableText.note}
      </p>
    </div>
  );
}
