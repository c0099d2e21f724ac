import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { directoryText } from '#app/text/zh-hk/desk-directory.ts';
import { Button } from '#app/ui/button.tsx';
import { isTyping } from '../entry/is-typing.ts';
import { Panel } from '../frame/panel.tsx';
import type { useRecord } from './use-record.ts';
import styles from './directory.module.css';

const text = directoryText.editor;

interface Props<Fields extends object> {
  record: ReturnType<typeof useRecord<Fields>>;
  title: string;
  /** Names of fields on screen. */
  names: Record<string, string>;
  /** A value as displayed. */
  shown: (name: keyof Fields & string, value: unknown) => string;
  isNew: boolean;
  /** False: the fields are read-only. */
  mayEdit: boolean;
  children: ReactNode;
  side?: ReactNode;
  /** Of the button, and of what saving does, where it is not a record of the site. */
  saving?: { button: string; note: string };
}

/** The frame of a form that is saved as a whole: conflicts above it, its button below, panels beside it. */
export function RecordEditor<Fields extends object>(props: Props<Fields>) {
  const { record, title, names, shown, isNew, mayEdit, children, side, saving } = props;
  const { other, fields, fault, isBusy, isChanged } = record;
  const conflicts = useRef<HTMLDivElement>(null);
  const save = useRef<HTMLButtonElement>(null);
  const left = other?.names.length ?? 0;
  const before = useRef(left);
  // Conflicts are above the form, whose button may be far below. They are announced, and do not take the focus from a field in
  // which somebody types. The button that settles one goes with it.
  useLayoutEffect(() => {
    const settled = left < before.current;
    const hasMore = left > before.current;
    before.current = left;
    const { activeElement: focused, body } = document;
    if (hasMore && !isTyping(focused)) conflicts.current?.focus();
    if (!settled || focused !== body) return;
    const next = left > 0 ? conflicts.current : save.current;
    (next?.matches(':disabled') ? document.querySelector<HTMLElement>('#main') : next)?.focus();
  }, [left]);
  return (
    <>
      {!mayEdit && <p className={styles.notice}>{text.readOnly}</p>}
      <div role="alert" ref={conflicts} tabIndex={-1}>
        {other && (
          <Panel title={directoryText.conflict.title} aside={<span>{directoryText.conflict.note}</span>}>
            {other.names.map((name) => (
              <div key={name} className={styles.conflict}>
                <h3>{names[name]}</h3>
                <div>
                  <b>{directoryText.conflict.yours}</b>
                  <p>{shown(name, fields[name]) || directoryText.conflict.empty}</p>
                  <Button size="small" tone="outline" onClick={() => record.choose(name, fields[name])}>
                    {directoryText.conflict.useYours}
                  </Button>
                </div>
                <div>
                  <b>{directoryText.conflict.theirs(other.by)}</b>
                  <p>{shown(name, other.fields[name]) || directoryText.conflict.empty}</p>
                  <Button size="small" tone="outline" onClick={() => record.choose(name, other.fields[name])}>
                    {directoryText.conflict.useTheirs}
                  </Button>
                </div>
              </div>
            ))}
          </Panel>
        )}
      </div>
      <div className={styles.editor}>
        <Panel title={title}>
          <form
            className={styles.form}
            onSubmit={(event) => {
              event.preventDefault();
              void record.submit();
            }}
          >
            {children}
            <p role="alert" className={styles.fault}>
              {fault}
            </p>
            {mayEdit && (
              <p className={styles.tags}>
                <Button ref={save} type="submit" disabled={isBusy || other !== null || (!isChanged && !isNew)}>
                  {saving?.button ?? (isNew ? text.create : text.save)}
                </Button>
                <span role="status">{isChanged ? text.unsaved : isNew ? '' : text.unchanged}</span>
                <span>{saving?.note ?? text.publicNow}</span>
                {left > 0 && (
                  <Button tone="outline" onClick={() => conflicts.current?.focus()}>
                    {directoryText.conflict.look}
                  </Button>
                )}
              </p>
            )}
          </form>
        </Panel>
        <div>{side}</div>
      </div>
    </>
  );
}
