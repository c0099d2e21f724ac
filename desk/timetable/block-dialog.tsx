import { useId, useState, type SubmitEvent } from 'react';
import { deskTimetableText as text } from '#app/text/zh-hk/desk-timetable.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import type { BaseRow, OverrideKind, OverrideRow, WeeklyRow } from '#domain/timetable/timetable.rules.ts';
import { clockOfMinute, dayHkOf, MINUTES_A_DAY, weekdayBitHk, type DayHk } from '#shared/hk-time.ts';
import { foretell, publishedValues, rowChange, type DraftedRow, type Week } from './drafting.ts';
import { Foretelling } from './foretelling.tsx';
import { BothVersions } from './both-versions.tsx';
import type { SaveFault } from './save.ts';
import styles from './timetable.module.css';

const form = text.form;

/** What is edited: a block of the week, hours of video, or something new on a day. */
export interface Edited {
  day: DayHk;
  row:
    | { kind: 'base'; row: BaseRow }
    | { kind: 'override'; row: OverrideRow }
    | { kind: 'video'; row: WeeklyRow }
    | { kind: 'new'; startMinute: number }
    | { kind: 'new-video' };
}

interface Fields {
  /** One date, or each week from a day on. */
  isOnce: boolean;
  programId: number;
  startMinute: number;
  endMinute: number;
  weekdayBitwise: number;
  from: DayHk;
  /** Empty: until further notice. */
  to: DayHk;
  kind: OverrideKind;
  title: string;
  givesWay: boolean;
}

function fieldsOf(week: Week, { day, row: edited }: Edited): Fields {
  const fresh: Fields = {
    isOnce: edited.kind !== 'video' && edited.kind !== 'new-video',
    programId: week.programs[0]?.id ?? 0,
    startMinute: 'startMinute' in edited ? edited.startMinute : 600,
    endMinute: ('startMinute' in edited ? edited.startMinute : 600) + 60,
    weekdayBitwise: weekdayBitHk(day),
    from: day,
    to: day,
    kind: 'special',
    title: '',
    givesWay: false,
  };
  if (edited.kind === 'new') return fresh;
  if (edited.kind === 'new-video') return { ...fresh, to: '', weekdayBitwise: 127 };
  const { startMinute, endMinute } = edited.row;
  if (edited.kind === 'override') {
    const { programId, kind, title, dayFrom: from, dayTo: to } = edited.row;
    return { ...fresh, startMinute, endMinute, programId, kind, title: title ?? '', from, to };
  }
  const { weekdayBitwise } = edited.row;
  if (edited.kind === 'video')
    return { ...fresh, startMinute, endMinute, weekdayBitwise, to: edited.row.validTo ?? '' };
  const { programId, horseRacingSkip: givesWay } = edited.row;
  return { ...fresh, startMinute, endMinute, programId, weekdayBitwise, givesWay };
}

/** The rows to save; null values remove what is edited. */
function draftedOf(week: Week, { row: edited }: Edited, fields: Fields, isRemoved: boolean): DraftedRow[] {
  const { programId, startMinute, endMinute, weekdayBitwise, from, to, kind, title } = fields;
  const minutes = { startMinute, endMinute };
  if (fields.isOnce) {
    const isOverride = edited.kind === 'override';
    const values = { ...minutes, programId, kind, title: title.trim() || null, dayFrom: from, dayTo: to || from };
    const rowId = isOverride ? edited.row.id : null;
    // A base programme that is off on one day leaves its hours to the filler.
    const off = { ...values, programId: week.filler_program_id, title: null };
    return [
      {
        kind: 'override',
        row_id: rowId,
        seen: publishedValues(week, 'override', rowId),
        values: isRemoved ? (isOverride ? null : off) : values,
      },
    ];
  }
  const weekly = { ...minutes, weekdayBitwise, validTo: to || null };
  const isVideo = edited.kind === 'video' || edited.kind === 'new-video';
  const table = isVideo ? 'video' : 'base';
  const next = isVideo ? weekly : { ...weekly, programId, horseRacingSkip: fields.givesWay };
  if (edited.kind !== 'base' && edited.kind !== 'video')
    return [{ kind: table, row_id: null, seen: null, values: { ...next, validFrom: from } }];
  return rowChange(week, edited, isRemoved ? null : next, from);
}

interface Props {
  week: Week;
  edited: Edited;
  isScheduled: boolean;
  onSave: (rows: DraftedRow[]) => Promise<SaveFault | null>;
  onClose: () => void;
}

const minuteOf = (clock: string): number => {
  const [hour = 0, minute = 0] = clock.split(':').map(Number);
  return hour * 60 + minute;
};
/** An end that is not after the start is on the next day. */
const endOf = (start: number, clock: number): number => (clock > start ? clock : clock + MINUTES_A_DAY);

/** Adds or edits a block. Shows what it clashes with, covers and leaves empty before it is saved. */
export function BlockDialog({ week, edited, isScheduled, onSave, onClose }: Props) {
  const formId = useId();
  const [fields, setFields] = useState(() => fieldsOf(week, edited));
  const [fault, setFault] = useState<SaveFault | null>(null);
  const [isBusy, setBusy] = useState(false);
  const set = (values: Partial<Fields>) => setFields((former) => ({ ...former, ...values }));
  const { kind } = edited.row;
  const isVideo = kind === 'video' || kind === 'new-video';
  const isNew = kind === 'new' || kind === 'new-video';
  const drafted = draftedOf(week, edited, fields, false);
  const shown = foretell(week, drafted);

  async function save(rows: DraftedRow[]): Promise<void> {
    setBusy(true);
    setFault(await onSave(rows));
    setBusy(false);
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void save(drafted);
  };
  const title = isVideo ? text.kinds.video : fields.isOnce ? text.kinds.override : text.kinds.base;
  const removal = kind === 'override' ? form.remove : fields.isOnce ? form.removeOnce : form.removeFrom;

  return (
    <Dialog
      title={`${title}　${timeText.date(edited.day)}`}
      onClose={onClose}
      actions={
        <>
          <Button tone="outline" onClick={onClose}>
            {form.cancel}
          </Button>
          {!isNew && (
            <Button
              tone="outline"
              disabled={isBusy || isScheduled}
              onClick={() => void save(draftedOf(week, edited, fields, true))}
            >
              {removal}
            </Button>
          )}
          <Button type="submit" form={formId} disabled={isBusy || isScheduled}>
            {form.save}
          </Button>
        </>
      }
    >
      {fault && (
        <div role="alert" className={styles.fault}>
          <p>{fault.words}</p>
          <BothVersions week={week} fault={fault} />
        </div>
      )}
      {isScheduled && <p className={styles.warning}>{form.scheduled}</p>}
      <form id={formId} className={styles.form} onSubmit={submit}>
        {(kind === 'base' || kind === 'new') && (
          <fieldset className={styles.choices}>
            <legend>{form.scope}</legend>
            <label>
              <input
                type="radio"
                name="scope"
                checked={fields.isOnce}
                onChange={() => set({ isOnce: true, from: edited.day, to: edited.day })}
              />
              {form.once(edited.day)}
            </label>
            <label>
              <input
                type="radio"
                name="scope"
                checked={!fields.isOnce}
                onChange={() => {
                  // Days that are over stay as they were.
                  const today = dayHkOf(new Date());
                  const from = edited.day > today ? edited.day : today;
                  set({ isOnce: false, from, to: (kind === 'base' && edited.row.row.validTo) || '' });
                }}
              />
              {form.weekly}
            </label>
          </fieldset>
        )}
        {!isVideo && (
          <label>
            {form.program}
            <select value={fields.programId} onChange={(event) => set({ programId: Number(event.target.value) })}>
              {week.programs.map((program) => (
                <option key={program.id} value={program.id}>
                  {program.title}
                </option>
              ))}
            </select>
          </label>
        )}
        <div className={styles.pair}>
          <label>
            {form.start}
            <input
              type="time"
              required
              value={clockOfMinute(fields.startMinute)}
              onChange={(event) => {
                const startMinute = minuteOf(event.target.value);
                set({ startMinute, endMinute: endOf(startMinute, fields.endMinute % MINUTES_A_DAY) });
              }}
            />
          </label>
          <label>
            {form.end}
            <input
              type="time"
              required
              value={clockOfMinute(fields.endMinute)}
              onChange={(event) => set({ endMinute: endOf(fields.startMinute, minuteOf(event.target.value)) })}
            />
          </label>
        </div>
        <p className={styles.hint}>{fields.endMinute > MINUTES_A_DAY ? form.pastMidnight : ''}</p>
        {fields.isOnce ? (
          <OnceFields fields={fields} set={set} />
        ) : (
          <WeeklyFields fields={fields} set={set} isVideo={isVideo} />
        )}
      </form>
      <Foretelling week={week} shown={shown} drafted={drafted} />
    </Dialog>
  );
}

interface FieldsProps {
  fields: Fields;
  set: (values: Partial<Fields>) => void;
}

function OnceFields({ fields, set }: FieldsProps) {
  return (
    <>
      <div className={styles.pair}>
        <label>
          {form.dayFrom}
          <input
            type="date"
            required
            value={fields.from}
            onChange={(event) => {
              const from = event.target.value;
              set({ from, ...(fields.to < from && { to: from }) });
            }}
          />
        </label>
        <label>
          {form.dayTo}
          <input type="date" required value={fields.to} onChange={(event) => set({ to: event.target.value })} />
        </label>
      </div>
      <div className={styles.pair}>
        <label>
          {form.kind}
          <select value={fields.kind} onChange={(event) => set({ kind: event.target.value as OverrideKind })}>
            {Object.entries(form.kinds).map(([kind, words]) => (
              <option key={kind} value={kind}>
                {words}
              </option>
            ))}
          </select>
        </label>
        <label>
          {form.titleOf}
          <input
            value={fields.title}
            maxLength={120}
            placeholder={form.titleHint}
            onChange={(event) => set({ title: event.target.value })}
          />
        </label>
      </div>
    </>
  );
}

function WeeklyFields({ fields, set, isVideo }: FieldsProps & { isVideo: boolean }) {
  return (
    <>
      <fieldset className={styles.choices}>
        <legend>{form.weekdays}</legend>
        {[1, 2, 3, 4, 5, 6, 0].map((weekday) => (
          <label key={weekday}>
            <input
              type="checkbox"
              checked={(fields.weekdayBitwise & (1 << weekday)) !== 0}
              onChange={() => set({ weekdayBitwise: fields.weekdayBitwise ^ (1 << weekday) })}
            />
            {timeText.shortWeekday(weekday)}
          </label>
        ))}
      </fieldset>
      <div className={styles.pair}>
        <label>
          {form.from}
          <input type="date" required value={fields.from} onChange={(event) => set({ from: event.target.value })} />
        </label>
        <label>
          {form.to}
          <input type="date" value={fields.to} onChange={(event) => set({ to: event.target.value })} />
          <small>{form.toHint}</small>
        </label>
      </div>
      {!isVideo && (
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={fields.givesWay}
            onChange={(event) => set({ givesWay: event.target.checked })}
          />
          {form.givesWay}
        </label>
      )}
    </>
  );
}
