import { deskTimetableText as text } from '#app/text/zh-hk/desk-timetable.ts';
import { clockHk, weekdayHk } from '#shared/hk-time.ts';
import { stationDayOf } from '#shared/station-day.ts';
import { Panel } from '../frame/panel.tsx';
import type { Week, WeekItem } from './drafting.ts';
import { programText } from './row-text.ts';
import styles from './week-grid.module.css';

/** Blocks that the grid draws lower than a press needs (WCAG 2.5.8), a minute being a pixel. */
const LOW_SECONDS = 24 * 60;

/** The short blocks of the week as a list with targets and names of full size. On a phone the list of a day has them. */
export function ShortBlocks({ week, onOpen }: { week: Week; onOpen: (item: WeekItem) => void }) {
  const short = week.items.filter(({ start_ts: from, end_ts: to }) => to - from < LOW_SECONDS);
  const dayOf = ({ start_ts: at }: WeekItem) => stationDayOf(new Date(at * 1000));
  const days = [...new Set(short.map(dayOf))];
  if (short.length === 0) return null;
  return (
    <div className={styles.short}>
      <Panel title={text.short}>
        {days.map((day) => (
          <section key={day} aria-label={`${text.short} ${text.day(day, weekdayHk(day))}`}>
            <h3>{text.day(day, weekdayHk(day))}</h3>
            <ul>
              {short
                .filter((item) => dayOf(item) === day)
                .map((item) => (
                  <li key={item.start_ts}>
                    <button type="button" onClick={() => onOpen(item)}>
                      {`${clockHk(new Date(item.start_ts * 1000))} – ${clockHk(new Date(item.end_ts * 1000))}　${item.title ?? programText(week, item.program_id)}`}
                    </button>
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </Panel>
    </div>
  );
}
