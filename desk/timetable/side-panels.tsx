import { useState, type SubmitEvent } from 'react';
import { deskTimetableText } from '#app/text/zh-hk/desk-timetable.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import { Button } from '#app/ui/button.tsx';
import type { WeeklyRow } from '#domain/timetable/timetable.rules.ts';
import { addDaysHk, clockOfMinute, type DayHk } from '#shared/hk-time.ts';
import { formText } from '../form-text.ts';
import { Panel } from '../frame/panel.tsx';
import { BothVersions } from './both-versions.tsx';
import { rowsAsShown, type DraftedRow, type Week } from './drafting.ts';
import type { SaveFault } from './save.ts';
import styles from './timetable.module.css';

const races = deskTimetableText.races;
const video = deskTimetableText.video;

/** Racing days are known for a season; those of the next weeks are shown. */
const SHOWN_DAYS = 28;

/** Racing days of the whole station, from the shown week on. */
export function RacingDays({
  week,
  onSave,
}: {
  week: Week;
  onSave: (rows: DraftedRow[]) => Promise<SaveFault | null>;
}) {
  const [fault, setFault] = useState<SaveFault | null>(null);
  const days = rowsAsShown(week)['racing-day'].filter(
    ({ day }) => day >= week.monday && day < addDaysHk(week.monday, SHOWN_DAYS),
  );
  const isScheduled = week.change_set?.state === 'scheduled';
  const seenOn = (day: DayHk) => week.rows['racing-day'].find((row) => row.day === day) ?? null;
  const save = async (day: DayHk, venue: string | null) =>
    setFault(
      await onSave([
        { kind: 'racing-day', row_id: null, seen: seenOn(day), values: venue === null ? null : { day, venue } },
      ]),
    );
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    void save(formText(form, 'day'), formText(form, 'venue')).then(() => form.reset());
  };
  return (
    <Panel title={races.title}>
      <p className={styles.words}>{races.note}</p>
      {fault && (
        <div role="alert" className={styles.fault}>
          <p>{fault.words}</p>
          <BothVersions week={week} fault={fault} />
        </div>
      )}
      {days.length === 0 && <p className={styles.words}>{races.none}</p>}
      <ul className={styles.rows}>
        {days.map(({ day, venue }) => (
          <li key={day}>
            <span>{`${timeText.dateAndWeekday(day)}　${venue}`}</span>
            <Button
              size="small"
              tone="outline"
              aria-label={races.remove(day)}
              disabled={isScheduled}
              onClick={() => void save(day, null)}
            >
              {deskTimetableText.form.remove}
            </Button>
          </li>
        ))}
      </ul>
      <form className={styles.inline} onSubmit={submit}>
        <label>
          {races.day}
          <input name="day" type="date" required />
        </label>
        <label>
          {races.venue}
          <input name="venue" required maxLength={40} />
        </label>
        <Button type="submit" tone="outline" disabled={isScheduled}>
          {races.add}
        </Button>
      </form>
    </Panel>
  );
}

/** When the channel streams live video. */
export function VideoHours({
  week,
  onAdd,
  onEdit,
}: {
  week: Week;
  onAdd: () => void;
  onEdit: (row: WeeklyRow) => void;
}) {
  const rows = rowsAsShown(week).video.filter(({ validTo }) => validTo === null || validTo >= week.monday);
  return (
    <Panel
      title={video.title}
      aside={
        <Button size="small" tone="outline" onClick={onAdd}>
          {video.add}
        </Button>
      }
    >
      {rows.length === 0 && <p className={styles.words}>{video.none}</p>}
      <ul className={styles.rows}>
        {rows.map((row) => {
          const hours = timeText.range(clockOfMinute(row.startMinute), clockOfMinute(row.endMinute));
          return (
            <li key={row.id}>
              <span>
                {`${hours}　${deskTimetableText.weekdays(row.weekdayBitwise)}　${deskTimetableText.since(row.validFrom, row.validTo)}`}
              </span>
              <Button size="small" tone="outline" aria-label={`${video.edit} ${hours}`} onClick={() => onEdit(row)}>
                {video.edit}
              </Button>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
