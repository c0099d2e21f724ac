import { deskTimetableText as text } from '#app/text/zh-hk/desk-timetable.ts';
import type { TimetableRows } from '#domain/timetable/timetable-changes.rules.ts';
import type { OverrideRow } from '#domain/timetable/timetable.rules.ts';
import { addDaysHk, clockHk, dayHkOf } from '#shared/hk-time.ts';
import { rowsAsShown, type DraftedRow, type Foretold, type Week } from './drafting.ts';
import { changeFaultText, programText } from './row-text.ts';
import styles from './timetable.module.css';

/** Programmes of the shown week that overrides would cover. */
function coveredBy(week: Week, drafted: readonly DraftedRow[], rows: TimetableRows): string[] {
  const [first] = drafted;
  if (first?.kind !== 'override' || first.values === null) return [];
  const { dayFrom, dayTo, startMinute, endMinute } = first.values as Omit<OverrideRow, 'id'>;
  const covered = week.items.filter((item) => {
    if (item.source !== 'base' || !rows.base.some(({ id }) => id === item.row_id)) return false;
    const day = dayHkOf(new Date(item.start_ts * 1000));
    return [day, addDaysHk(day, -1), addDaysHk(day, 1)].some((on) => {
      if (on < dayFrom || on > dayTo) return false;
      const midnight = Date.parse(`${on}T00:00:00+08:00`) / 1000;
      return item.start_ts < midnight + endMinute * 60 && item.end_ts > midnight + startMinute * 60;
    });
  });
  return covered.map((item) => `${programText(week, item.program_id)} ${clockHk(new Date(item.start_ts * 1000))}`);
}

/** What saving rows would do, in words. */
export function Foretelling({
  week,
  shown: { faults, gaps, rows },
  drafted,
}: {
  week: Week;
  shown: Foretold;
  drafted: readonly DraftedRow[];
}) {
  const covers = faults.length > 0 ? [] : coveredBy(week, drafted, rowsAsShown(week));
  return (
    <div role="status" className={faults.length > 0 ? styles.fault : styles.note}>
      {faults.map((fault) => (
        <p key={JSON.stringify(fault)}>{changeFaultText(week, rows, fault)}</p>
      ))}
      {faults.length === 0 && <p>{text.faults.clear}</p>}
      {covers.length > 0 && <p>{text.faults.covers(covers.join('、'))}</p>}
      {gaps.length > 0 && (
        <p>
          {`${text.sets.gaps}：${gaps
            .map(({ startsAt, endsAt }) => text.sets.gap(dayHkOf(startsAt), clockHk(startsAt), clockHk(endsAt)))
            .join('、')}。`}
          {text.sets.filledBy(programText(week, week.filler_program_id))}
        </p>
      )}
    </div>
  );
}
