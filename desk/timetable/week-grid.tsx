import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
} from 'react';
import { deskTimetableText as text } from '#app/text/zh-hk/desk-timetable.ts';
import type { ChannelId } from '#shared/enums.ts';
import { addDaysHk, clockHk, clockOfMinute, dayHkOf, weekdayHk, type DayHk } from '#shared/hk-time.ts';
import { STATION_DAY_STARTS_MINUTE, stationDayOf, stationDaySpan } from '#shared/station-day.ts';
import { rowsAsShown, type DraftedRow, type Week, type WeekItem } from './drafting.ts';
import { isMoved, moveOfKey, NO_MOVE } from './moving.ts';
import { programText } from './row-text.ts';
import type { SaveFault } from './save.ts';
import { useMoves } from './use-moves.ts';
import styles from './week-grid.module.css';

const MINUTE_MS = 60_000;
const LEAD_MINUTES = 60;
const HOURS = Array.from({ length: 24 }, (_, hour) => clockOfMinute(STATION_DAY_STARTS_MINUTE + hour * 60));

const clockOf = (ts: number): string => clockHk(new Date(ts * 1000));

/** Rows that clash, by kind and id. */
function clashesOf(week: Week): Set<string> {
  const faults = week.change_set?.check.faults ?? [];
  return new Set(faults.flatMap(({ kind, rowId, otherRowId }) => [`${kind}:${rowId}`, `${kind}:${otherRowId}`]));
}

interface BlockProps {
  week: Week;
  item: WeekItem;
  now: number;
  isClash: boolean;
  /** The one that Tab reaches; arrows reach the others. */
  isEntry: boolean;
  style: CSSProperties;
  onOpen: () => void;
  onFocus: () => void;
}

function Block({ week, item, now, isClash, isEntry, style, onOpen, onFocus }: BlockProps) {
  const title = item.title ?? programText(week, item.program_id);
  const isNow = item.start_ts <= now && now < item.end_ts;
  const tags = [
    item.source === 'base' ? '' : text.source[item.source],
    item.change_id === null ? '' : text.changed,
    isClash ? text.clash : '',
    isNow ? text.onAir : '',
  ].filter(Boolean);
  return (
    <button
      type="button"
      className={styles.block}
      style={style}
      tabIndex={isEntry ? 0 : -1}
      data-source={item.source}
      data-clash={isClash || undefined}
      data-changed={item.change_id === null ? undefined : true}
      data-time={isNow ? 'now' : item.end_ts <= now ? 'past' : undefined}
      onClick={onOpen}
      onFocus={onFocus}
    >
      <b>{title}</b>
      <span className={styles.time}>{`${clockOf(item.start_ts)} – ${clockOf(item.end_ts)}`}</span>
      {tags.length > 0 && <span className={styles.tags}>{tags.join('　')}</span>}
    </button>
  );
}

interface Props {
  week: Week;
  channel: ChannelId;
  /** The day that a phone shows. */
  day: DayHk;
  nowTs: number;
  onOpen: (item: WeekItem) => void;
  onSave: (rows: DraftedRow[]) => Promise<SaveFault | null>;
}

/** Seven station days side by side; on a phone the blocks of one. Arrows go from block to block, and with Alt move one. */
export function WeekGrid({ week, channel, day: shownDay, nowTs, onOpen, onSave }: Props) {
  const grid = useRef<HTMLDivElement>(null);
  const now = new Date(nowTs * 1000);
  const isScheduled = week.change_set?.state === 'scheduled';
  const { press, pending, words, moved, onFound } = useMoves({ week, today: dayHkOf(now), isScheduled, onSave });
  const clashes = clashesOf(week);
  const races = new Set(rowsAsShown(week)['racing-day'].map(({ day }) => day));
  const today = stationDayOf(now);
  const days = Array.from({ length: 7 }, (_, index) => {
    const day = addDaysHk(week.monday, index);
    const isIn = (item: WeekItem) => stationDayOf(new Date(item.start_ts * 1000)) === day;
    return { day, items: week.items.filter(isIn) };
  });
  const [entry, setEntry] = useState<string | null>(null);
  const keyOf = (column: number, row: number) => `${column}/${row}`;
  const first = days.findIndex(({ day }) => day === shownDay);

  // A moved block is another element; the focus goes with it, before the next arrow is pressed.
  const follow = useEffectEvent(() => {
    if (moved === null) return;
    for (const [column, { items }] of days.entries()) {
      const row = items.findIndex((item) => isMoved(item, moved));
      if (row === -1) continue;
      grid.current?.querySelector<HTMLElement>(`[data-cell="${keyOf(column, row)}"] button`)?.focus();
      onFound();
    }
  });
  useLayoutEffect(() => follow(), [week, moved]);

  // The grid is higher than its window: it begins an hour before now, or where the day begins.
  const beginAtNow = useEffectEvent(() => {
    if (!days.some(({ day }) => day === today) || grid.current === null) return;
    const minutes = (now.getTime() - stationDaySpan(today).from.getTime()) / MINUTE_MS;
    grid.current.scrollTop = Math.max(0, minutes - LEAD_MINUTES);
  });
  useEffect(() => beginAtNow(), []);

  function walk(event: KeyboardEvent): void {
    const target = (event.target as HTMLElement).closest<HTMLElement>('[data-cell]');
    const [column = 0, row = 0] = (target?.dataset['cell'] ?? '').split('/').map(Number);
    const from = days[column]?.items[row];
    if (from === undefined) return;
    const move = moveOfKey(event);
    if (move !== null) {
      event.preventDefault();
      press(from, move);
    }
    if (event.altKey) return;
    const nearest = (index: number): string | null => {
      const items = days[index]?.items ?? [];
      const shift = (index - column) * 86_400;
      const best = items.findIndex(({ end_ts: end }) => end > from.start_ts + shift);
      return items.length === 0 ? null : keyOf(index, best < 0 ? items.length - 1 : best);
    };
    const to = {
      ArrowDown: row + 1 < days[column]!.items.length ? keyOf(column, row + 1) : null,
      ArrowUp: row > 0 ? keyOf(column, row - 1) : null,
      ArrowRight: nearest(column + 1),
      ArrowLeft: nearest(column - 1),
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    if (to !== null) grid.current?.querySelector<HTMLElement>(`[data-cell="${to}"] button`)?.focus();
  }

  return (
    <>
      <p role="status" className="vh">
        {words}
      </p>
      {/* The blocks are buttons; the arrows are an aid beside Tab. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div ref={grid} className={styles.week} data-channel={channel} onKeyDown={walk}>
        <div className={styles.hours} aria-hidden="true">
          {HOURS.map((hour) => (
            <span key={hour}>{hour}</span>
          ))}
        </div>
        {days.map(({ day, items }, column) => {
          const { from } = stationDaySpan(day);
          return (
            <section
              key={day}
              className={styles.day}
              aria-label={text.day(day, weekdayHk(day))}
              data-today={day === today || undefined}
              data-shown={day === shownDay || undefined}
            >
              <h3>
                {text.day(day, weekdayHk(day))}
                {races.has(day) && <span className={styles.race}>{text.racing}</span>}
              </h3>
              <ol className={styles.blocks}>
                {items.map((item, row) => {
                  const key = keyOf(column, row);
                  const move = pending?.item === item ? pending.move : NO_MOVE;
                  const start = (item.start_ts * 1000 - from.getTime()) / MINUTE_MS + move.minutes;
                  const length = (item.end_ts - item.start_ts) / 60 + move.endMinutes;
                  return (
                    <li key={item.start_ts} data-cell={key}>
                      <Block
                        week={week}
                        item={item}
                        now={nowTs}
                        isClash={clashes.has(`${item.source}:${item.row_id}`)}
                        isEntry={key === (entry ?? keyOf(Math.max(first, 0), 0))}
                        style={{ '--start': start, '--length': Math.min(length, 1440 - start) } as CSSProperties}
                        onOpen={() => onOpen(item)}
                        onFocus={() => setEntry(key)}
                      />
                    </li>
                  );
                })}
              </ol>
            </section>
          );
        })}
      </div>
    </>
  );
}

/** The days of a week as links, for a phone. */
export const weekDays = (monday: DayHk): DayHk[] => Array.from({ length: 7 }, (_, index) => addDaysHk(monday, index));

/** The day that is shown first: today if it is in the week. */
export function dayShown(week: Week, given: string | null, now: Date): DayHk {
  const days = weekDays(week.monday);
  const wanted = given ?? dayHkOf(now);
  return days.includes(wanted) ? wanted : week.monday;
}
