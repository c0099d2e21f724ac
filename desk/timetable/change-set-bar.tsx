import { useState, type SubmitEvent } from 'react';
import { Link, useRouteLoaderData } from 'react-router';
import { deskTimetableText } from '#app/text/zh-hk/desk-timetable.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import { Button } from '#app/ui/button.tsx';
import { clockHk, dayHkOf, type DayHk } from '#shared/hk-time.ts';
import { ActionButton } from '../actions/action-button.tsx';
import { faultText } from '../actions/fault-text.ts';
import { runAction } from '../actions/run-action.ts';
import { formText } from '../form-text.ts';
import { Panel } from '../frame/panel.tsx';
import type { Session } from '../session.ts';
import { BothVersions } from './both-versions.tsx';
import { changesOf, type DraftedRow, type Week } from './drafting.ts';
import { nameOfRow, rowText } from './row-text.ts';
import type { SaveFault } from './save.ts';
import { SolutionList } from './solution-list.tsx';
import styles from './timetable.module.css';

const text = deskTimetableText.sets;

const momentText = (ts: number): string => {
  const at = new Date(ts * 1000);
  return `${timeText.date(dayHkOf(at))} ${clockHk(at)}`;
};

interface Props {
  week: Week;
  /** Address of the room with another set, or none. */
  pathOf: (changeSet: number | null) => string;
  today: DayHk;
  onSave: (rows: DraftedRow[]) => Promise<SaveFault | null>;
  onChanged: () => void;
  /** The set was discarded. */
  onGone: () => void;
}

/** The change sets of the channel, what the shown one changes, and its publishing. */
export function ChangeSets({ week, pathOf, ...rest }: Props) {
  const set = week.change_set;
  return (
    <Panel title={text.title}>
      {week.change_sets.length === 0 && <p className={styles.words}>{text.none}</p>}
      {week.change_sets.length > 0 && (
        <ul className={styles.sets} aria-label={text.choose}>
          <li>
            <Link to={pathOf(null)} aria-current={set === null ? 'true' : undefined}>
              {text.published}
            </Link>
          </li>
          {week.change_sets.map((one) => (
            <li key={one.id}>
              <Link to={pathOf(one.id)} aria-current={set?.id === one.id ? 'true' : undefined}>
                {one.name}
              </Link>
              <span className={styles.state} data-state={one.state}>
                {text.states[one.state]}
              </span>
              <span className={styles.by}>
                {`${text.count(one.changes)}　${text.by(one.owner, one.changed_by, momentText(one.changed_ts))}`}
              </span>
            </li>
          ))}
        </ul>
      )}
      {set && <ShownSet key={set.id} week={week} set={set} {...rest} />}
    </Panel>
  );
}

type ShownProps = Omit<Props, 'pathOf'> & { set: NonNullable<Week['change_set']> };

function ShownSet({ week, set, today, onSave, onChanged, onGone }: ShownProps) {
  const isDraft = set.state === 'draft';
  return (
    <>
      {set.failure !== null && set.failure !== undefined && isDraft && (
        <p role="alert" className={styles.fault}>
          {text.failed}
        </p>
      )}
      <SolutionList week={week} today={today} onSave={onSave} />
      <ChangeList week={week} set={set} onChanged={onChanged} />
      {isDraft && <Rename set={set} onChanged={onChanged} />}
      <SetActions set={set} onChanged={onChanged} onGone={onGone} />
    </>
  );
}

function Rename({ set, onChanged }: Pick<ShownProps, 'set' | 'onChanged'>) {
  const [fault, setFault] = useState('');
  const rename = async (name: string) => {
    setFault('');
    try {
      await runAction('timetable.rename', { change_set: set.id, name });
      onChanged();
    } catch (error) {
      setFault(faultText(error));
    }
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void rename(formText(event.currentTarget, 'name'));
  };
  return (
    <form className={styles.inline} onSubmit={submit}>
      <label>
        {text.name}
        <input name="name" required maxLength={80} defaultValue={set.name} />
      </label>
      <Button type="submit" tone="outline">
        {text.rename}
      </Button>
      <p role="alert">{fault}</p>
    </form>
  );
}

function ChangeList({ week, set, onChanged }: Pick<ShownProps, 'week' | 'set' | 'onChanged'>) {
  const [fault, setFault] = useState('');
  const changes = changesOf(week);
  const drop = async (change: number) => {
    setFault('');
    try {
      await runAction('timetable.drop', { change_set: set.id, change });
      onChanged();
    } catch (error) {
      setFault(faultText(error));
    }
  };
  if (changes.length === 0) return <p className={styles.words}>{text.empty}</p>;
  return (
    <>
      <p role="alert" className={styles.words}>
        {fault}
      </p>
      <ul className={styles.changes}>
        {changes.map(({ id, kind, before, after }) => {
          const stale = set.check.stale.find((one) => one.change_id === id);
          const name = nameOfRow(week, kind, after ?? before);
          return (
            <li key={id}>
              <dl className={styles.versions}>
                <div>
                  <dt>{text.was}</dt>
                  <dd>{before === null ? text.isNew : <del>{rowText(week, kind, before)}</del>}</dd>
                </div>
                <div>
                  <dt>{text.becomes}</dt>
                  <dd>{after === null ? text.gone : <ins>{rowText(week, kind, after)}</ins>}</dd>
                </div>
              </dl>
              {stale && (
                <div className={styles.fault}>
                  <p>{`${text.stale}。${text.keepMine}`}</p>
                  <BothVersions week={week} fault={{ stale }} />
                </div>
              )}
              {set.state === 'draft' && (
                <Button size="small" tone="outline" onClick={() => void drop(id)}>
                  {text.drop(name)}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}

function SetActions({ set, onChanged, onGone }: Pick<ShownProps, 'set' | 'onChanged' | 'onGone'>) {
  const session = useRouteLoaderData<Session>('desk');
  const [at, setAt] = useState('');
  const mayPublish = session?.actions.includes('timetable.publish') ?? false;
  const input = { change_set: set.id };
  const isBlocked = set.check.faults.length > 0 || set.check.stale.length > 0;
  if (set.state === 'published')
    return (
      <div className={styles.acts}>
        <ActionButton action="timetable.undo" input={input} words={text.undo} tone="outline" onDone={onChanged} />
      </div>
    );
  if (set.state === 'scheduled')
    return (
      <div className={styles.acts}>
        <p>{text.scheduledFor(momentText(set.publish_ts ?? 0))}</p>
        <ActionButton action="timetable.reopen" input={input} words={text.reopen} tone="outline" onDone={onChanged} />
        <ActionButton action="timetable.withdraw" input={input} words={text.withdraw} tone="outline" onDone={onGone} />
      </div>
    );
  if (set.state === 'withdrawn')
    return (
      <div className={styles.acts}>
        <ActionButton action="timetable.reopen" input={input} words={text.reopen} onDone={onChanged} />
      </div>
    );
  const atTs = at === '' ? NaN : Date.parse(`${at}:00+08:00`) / 1000;
  const revised = { ...input, revision: set.revision };
  return (
    <div className={styles.acts}>
      {isBlocked && <p>{set.check.faults.length > 0 ? text.blocked : text.staleBlocked}</p>}
      <ActionButton action="timetable.withdraw" input={input} words={text.withdraw} tone="outline" onDone={onGone} />
      {mayPublish && (
        <>
          <label>
            {text.at}
            <input type="datetime-local" value={at} onChange={(event) => setAt(event.target.value)} />
          </label>
          <ActionButton
            action="timetable.publish"
            input={{ ...revised, publish_ts: atTs }}
            words={text.publishAt}
            tone="outline"
            disabled={isBlocked || set.changes.length === 0 || Number.isNaN(atTs)}
            onDone={onChanged}
          />
          <ActionButton
            action="timetable.publish"
            input={revised}
            words={text.publish}
            disabled={isBlocked || set.changes.length === 0}
            onDone={onChanged}
          />
        </>
      )}
    </div>
  );
}
