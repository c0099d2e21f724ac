import { useState } from 'react';
import { deskTimetableText as text } from '#app/text/zh-hk/desk-timetable.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { clockHk, dayHkOf, type DayHk } from '#shared/hk-time.ts';
import { foretell, rowsAsShown, type DraftedRow, type Week } from './drafting.ts';
import { Foretelling } from './foretelling.tsx';
import { changeFaultText, programText, rowText } from './row-text.ts';
import type { SaveFault } from './save.ts';
import { solutionsOfFault, solutionsOfGap, type Solution } from './solutions.ts';
import styles from './timetable.module.css';

/** Clashes and gaps beyond these have no buttons: each is recomputed with every change. */
const MAX_SOLVED = 12;

type Save = (rows: DraftedRow[]) => Promise<SaveFault | null>;

/** What a solution changes and does, before it is saved. */
function SolutionDialog({
  week,
  solution: { words, rows },
  onSave,
  onClose,
}: {
  week: Week;
  solution: Solution;
  onSave: Save;
  onClose: () => void;
}) {
  const [fault, setFault] = useState<SaveFault | null>(null);
  const [isBusy, setBusy] = useState(false);
  const shown = rowsAsShown(week);
  const save = async () => {
    setBusy(true);
    const refused = await onSave(rows);
    setBusy(false);
    setFault(refused);
    if (refused === null) onClose();
  };
  const before = ({ kind, row_id: id }: DraftedRow) =>
    kind === 'racing-day' || id === null ? undefined : shown[kind].find((row) => row.id === id);
  return (
    <Dialog
      title={words}
      onClose={onClose}
      actions={
        <>
          <Button tone="outline" onClick={onClose}>
            {text.form.cancel}
          </Button>
          <Button disabled={isBusy} onClick={() => void save()}>
            {text.form.save}
          </Button>
        </>
      }
    >
      {fault && (
        <p role="alert" className={styles.fault}>
          {fault.words}
        </p>
      )}
      <ul className={styles.changes}>
        {rows.map((row) => {
          const was = before(row);
          return (
            <li key={row.row_id}>
              <dl className={styles.versions}>
                <div>
                  <dt>{text.sets.was}</dt>
                  <dd>{was === undefined ? text.sets.isNew : <del>{rowText(week, row.kind, was)}</del>}</dd>
                </div>
                <div>
                  <dt>{text.sets.becomes}</dt>
                  <dd>{row.values === null ? text.sets.gone : <ins>{rowText(week, row.kind, row.values)}</ins>}</dd>
                </div>
              </dl>
            </li>
          );
        })}
      </ul>
      <Foretelling week={week} shown={foretell(week, rows)} drafted={rows} />
    </Dialog>
  );
}

/** Clashes and gaps of the shown set, each with buttons that end it. */
export function SolutionList({ week, today, onSave }: { week: Week; today: DayHk; onSave: Save }) {
  const [shown, setShown] = useState<Solution | null>(null);
  const set = week.change_set;
  if (set === null) return null;
  const { faults, gaps } = set.check;
  const rows = rowsAsShown(week);
  const isDraft = set.state === 'draft';
  const presses = (solutions: readonly Solution[]) =>
    solutions.length > 0 && (
      <span className={styles.solutions}>
        {solutions.map((solution) => (
          <Button key={solution.words} size="small" tone="outline" onClick={() => setShown(solution)}>
            {solution.words}
          </Button>
        ))}
      </span>
    );
  return (
    <>
      {faults.length > 0 && (
        <div className={styles.fault}>
          <h3>{text.sets.faults}</h3>
          {faults.map((fault, i) => (
            <div key={JSON.stringify(fault)}>
              <p>{changeFaultText(week, rows, fault as never)}</p>
              {isDraft && i < MAX_SOLVED && presses(solutionsOfFault(week, fault as never, today))}
            </div>
          ))}
        </div>
      )}
      {gaps.length > 0 && (
        <div className={styles.warning}>
          <h3>{text.sets.gaps}</h3>
          {gaps.map((gap, i) => {
            const [from, to] = [new Date(gap.start_ts * 1000), new Date(gap.end_ts * 1000)];
            return (
              <div key={gap.start_ts}>
                <p>{`${text.sets.gap(dayHkOf(from), clockHk(from), clockHk(to))}。`}</p>
                {isDraft && i < MAX_SOLVED && presses(solutionsOfGap(week, gap))}
              </div>
            );
          })}
          <p>{text.sets.filledBy(programText(week, week.filler_program_id))}</p>
        </div>
      )}
      {shown && <SolutionDialog week={week} solution={shown} onSave={onSave} onClose={() => setShown(null)} />}
    </>
  );
}
