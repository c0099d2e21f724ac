import page from '#app/styles/page.module.css';
import { paths } from '#app/paths.ts';
import { channelText } from '#app/text/zh-hk/channels.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import { timetableText } from '#app/text/zh-hk/timetable.ts';
import { Icon, type IconName } from '#app/ui/icon.tsx';
import { Numeral } from '#app/ui/numeral.tsx';
import { CHANNEL_IDS, type ChannelId } from '#shared/enums.ts';
import type { DayHk } from '#shared/hk-time.ts';
import { useCurrentInView } from '#app/ui/use-current-in-view.ts';
import styles from './timetable.module.css';

export type TimetableView = 'pictures' | 'list' | 'text';

interface Place {
  channelId: ChannelId;
  day: DayHk;
  /** Broadcast day of the show on air. */
  onAirDay: DayHk;
  view: TimetableView;
}

/** The current day is not in the URL, so that the URL is the same tomorrow. */
const dayQuery = (day: DayHk, onAirDay: DayHk) => (day === onAirDay ? {} : { day });

const hrefOf = (view: TimetableView, channel: ChannelId, query: { day?: DayHk }) =>
  view === 'pictures' ? paths.timetable(channel, query) : paths.timetableList(channel, query);

/** Heading, the three views and the three channels. */
export function TimetableHead({ channelId, day, onAirDay, view }: Place) {
  const query = dayQuery(day, onAirDay);
  const views: { is: TimetableView; icon: IconName; words: string; href: string }[] = [
    {
      is: 'pictures',
      icon: 'layout-list',
      words: timetableText.withPictures,
      href: paths.timetable(channelId, query),
    },
    {
      is: 'list',
      icon: 'calendar-days',
      words: timetableText.dense,
      href: paths.timetableList(channelId, { ...query, text: 0 }),
    },
    {
      is: 'text',
      icon: 'text',
      words: timetableText.textOnly,
      href: paths.timetableList(channelId, { ...query, text: 1 }),
    },
  ];
  return (
    <div className={page.head}>
      <div className={styles.headRow}>
        <h1>
          <span className="vh">{channelText[channelId].name} </span>
          {timetableText.title}
        </h1>
        <nav className={page.segments} aria-label={timetableText.view}>
          {views.map(({ is, icon, words, href }) => (
            <a key={is} href={href} rel="nofollow" aria-current={is === view ? 'true' : undefined}>
              <Icon name={icon} />
              {words}
            </a>
          ))}
        </nav>
      </div>
      <nav className={styles.channels} aria-label={timetableText.channels}>
        {CHANNEL_IDS.map((id) => (
          <a
            key={id}
            data-channel={id}
            href={hrefOf(view, id, query)}
            aria-current={id === channelId ? 'page' : undefined}
          >
            <Numeral channel={id} decorative />
            <span>{channelText[id].name}</span>
          </a>
        ))}
      </nav>
    </div>
  );
}

/** Yesterday, today and the coming week. */
export function DayTabs({ channelId, day, onAirDay, today, days, view }: Place & { today: DayHk; days: DayHk[] }) {
  const strip = useCurrentInView<HTMLElement>(day);
  return (
    <nav ref={strip} className={styles.days} aria-label={timetableText.days}>
      {days.map((d) => (
        <a key={d} href={hrefOf(view, channelId, dayQuery(d, onAirDay))} aria-current={d === day ? 'date' : undefined}>
          <span>{timeText.relativeDay(d, today)}</span>
          <b>{timeText.dayOfMonth(d)}</b>
        </a>
      ))}
    </nav>
  );
}
