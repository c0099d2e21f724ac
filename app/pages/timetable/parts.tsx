import { timeText } from '#app/text/zh-hk/time.ts';
import { timetableText } from '#app/text/zh-hk/timetable.ts';
import type { ChannelId } from '#shared/enums.ts';
import { dayHkOf, minuteHkOf, type DayHk } from '#shared/hk-time.ts';
import { groupByPart } from './day-parts.ts';
import { Slot } from './slot.tsx';
import styles from './timetable.module.css';
import type { SlotView } from './timetable.server.ts';

/** The shows of a day by part. Those after midnight show their own date. */
export function Parts({
  slots,
  channelId,
  today,
  nowMs,
}: {
  slots: SlotView[];
  channelId: ChannelId;
  today: DayHk;
  nowMs: number;
}) {
  return groupByPart(slots, (slot) => minuteHkOf(new Date(slot.startsAtMs))).map(({ part, items }) => {
    const startsAt = new Date(items[0]?.startsAtMs ?? 0);
    const id = `from-${startsAt.getTime()}`;
    return (
      <section key={id} className={styles.part} aria-labelledby={id}>
        {part === 'smallHours' ? (
          <h2 id={id}>
            {timeText.dayHeading({ day: dayHkOf(startsAt), part }, today)}{' '}
            <span>{timeText.dateAndWeekday(dayHkOf(startsAt))}</span>
          </h2>
        ) : (
          <h2 id={id}>{timetableText.parts[part]}</h2>
        )}
        <ol>
          {items.map((slot) => (
            <Slot key={slot.startsAtMs} slot={slot} channelId={channelId} nowMs={nowMs} />
          ))}
        </ol>
      </section>
    );
  });
}
