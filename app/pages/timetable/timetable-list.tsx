import { AdSlot } from '#app/ads/ad-slot.tsx';
import { Fragment } from 'react';
import { useLoaderData, type MetaFunction } from 'react-router';
import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import page from '#app/styles/page.module.css';
import { seo } from '#app/components/seo/seo.ts';
import { useClock, useRefreshAt } from '#app/components/hooks/use-clock.ts';
import { paths } from '#app/paths.ts';
import { channelText } from '#app/text/zh-hk/channels.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import { timetableText } from '#app/text/zh-hk/timetable.ts';
import { Phrase } from '#app/ui/phrase.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { clockHk, dayHkOf, minuteHkOf, type DayHk } from '#shared/hk-time.ts';
import { STATION_DAY_STARTS_MINUTE } from '#shared/station-day.ts';
import { Earlier, partedAt } from './earlier.tsx';
import { SlotReplay } from './slot-replay.tsx';
import { HostNames } from './host-names.tsx';
import { DayTabs, TimetableHead } from './timetable-head.tsx';
import styles from './timetable.module.css';
import type { listLoader, SlotView } from './timetable.server.ts';

export { listHeaders as headers, listLoader as loader } from './timetable.server.ts';

export const handle: PageHandle = { navKey: 'timetable', adGroup: 'timetable' };

export const meta: MetaFunction<typeof listLoader> = ({ loaderData }) => {
  if (loaderData === undefined) return [];
  const { siteUrl, channelId, day } = loaderData;
  const { name } = channelText[channelId];
  return seo({
    siteUrl,
    // A view of the same day: the canonical page is the first one.
    path: paths.timetable(channelId),
    title: timetableText.listTitleOf(name),
    description: timetableText.description(name, timeText.fullDate(day)),
  });
};

export default function TimetableList() {
  const { channelId, day, today, onAirDay, days, nowMs, changesAtMs, slots, isTextOnly } =
    useLoaderData<typeof listLoader>();
  const view = isTextOnly ? 'text' : 'list';
  const clockMs = useClock(nowMs);
  useRefreshAt(changesAtMs, nowMs);
  const caption = timetableText.tableOf(channelText[channelId].name, timeText.fullDate(day));
  const [earlier, rest] = partedAt(slots, nowMs, day === onAirDay);
  const table = (items: SlotView[]) => (
    <Table slots={items} caption={caption} today={today} nowMs={clockMs} isTextOnly={isTextOnly} />
  );
  return (
    <div className="wrap" data-channel={channelId}>
      <TimetableHead channelId={channelId} day={day} onAirDay={onAirDay} view={view} />
      <DayTabs channelId={channelId} day={day} onAirDay={onAirDay} today={today} days={days} view={view} />
      {earlier.length > 0 && <Earlier count={earlier.length}>{table(earlier)}</Earlier>}
      {table(rest)}
      <p className={styles.note}>
        {slots.some((slot) => slot.changed === 'racing') && <b>{timetableText.racingNote}</b>}
        {timetableText.note}{' '}
        <a href={paths.channelCalendar(channelId)} download data-document>
          {timetableText.calendar}
        </a>
      </p>
      <div className={page.section} data-ad-room>
        <AdSlot type="leaderboard" />
      </div>
    </div>
  );
}

function Table({
  slots,
  caption,
  today,
  nowMs,
  isTextOnly,
}: {
  slots: SlotView[];
  caption: string;
  today: DayHk;
  nowMs: number;
  isTextOnly: boolean;
}) {
  // The date changes at midnight, within the table.
  const nightAt = slots.findIndex((slot) => minuteHkOf(new Date(slot.startsAtMs)) < STATION_DAY_STARTS_MINUTE);
  const night = dayHkOf(new Date(slots[nightAt]?.startsAtMs ?? 0));
  return (
    <table className={styles.table}>
      <caption className="vh">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{timetableText.columns.time}</th>
          <th scope="col">{timetableText.columns.program}</th>
          <th scope="col">{timetableText.columns.hosts}</th>
        </tr>
      </thead>
      <tbody>
        {slots.map((slot, at) => (
          <Fragment key={slot.startsAtMs}>
            {at === nightAt && (
              <tr className={styles.dayChange}>
                <th scope="rowgroup" colSpan={3}>
                  {timeText.dayHeading({ day: night, part: 'smallHours' }, today)}{' '}
                  <span>{timeText.dateAndWeekday(night)}</span>
                </th>
              </tr>
            )}
            <Row slot={slot} nowMs={nowMs} isTextOnly={isTextOnly} />
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

function Row({ slot, nowMs, isTextOnly }: { slot: SlotView; nowMs: number; isTextOnly: boolean }) {
  const running = slot.startsAtMs <= nowMs && nowMs < slot.endsAtMs;
  const state = running ? styles.running : slot.endsAtMs <= nowMs ? styles.past : undefined;
  return (
    <tr className={state} aria-current={running ? 'true' : undefined}>
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
            {slot.endsAtMs <= nowMs && slot.replay && (
              <SlotReplay slot={slot} start={slot.replay} className={styles.again} />
            )}
          </span>
        </span>
      </th>
      <td>
        <HostNames hosts={slot.hosts} />
      </td>
    </tr>
  );
}
