import { useState } from 'react';
import { useRouteLoaderData } from 'react-router';
import { deskText } from '#app/text/zh-hk/desk.ts';
import { Button } from '#app/ui/button.tsx';
import { MAX_JOB_ROWS } from '#domain/actions/staff-jobs.rules.ts';
import type { Session } from '../session.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import styles from './bulk.module.css';

const text = deskText.lists.bulk;

/** What can be done with the chosen rows of a list. */
export interface BulkAction<Item> {
  action: string;
  words: string;
  inputOf: (item: Item) => object;
}

/** The chosen rows of a list, and what the visitor may do with all of them. */
export function BulkBar<Item>({
  chosen,
  labelOf,
  actions,
  onClear,
}: {
  chosen: readonly Item[];
  labelOf: (item: Item) => string;
  actions: readonly BulkAction<Item>[];
  onClear: () => void;
}) {
  const session = useRouteLoaderData<Session>('desk');
  // The rows are those of the press, whatever the list shows once some are done.
  const [open, setOpen] = useState<{ of: BulkAction<Item>; items: readonly Item[] } | null>(null);
  const mine = actions.filter(({ action }) => session?.actions.includes(action));
  if (mine.length === 0) return null;
  const isTooMany = chosen.length > MAX_JOB_ROWS;
  return (
    <div className={styles.bar} role="group" aria-label={text.title}>
      <span role="status">{isTooMany ? text.tooMany(MAX_JOB_ROWS) : text.chosen(chosen.length)}</span>
      {mine.map((one) => (
        <Button
          key={one.action + one.words}
          size="small"
          tone="outline"
          disabled={chosen.length === 0 || isTooMany}
          onClick={() => setOpen({ of: one, items: chosen })}
        >
          {one.words}
        </Button>
      ))}
      {chosen.length > 0 && (
        <Button size="small" tone="quiet" onClick={onClear}>
          {text.clear}
        </Button>
      )}
      {open && (
        <BulkDialog
          action={open.of.action}
          words={open.of.words}
          rows={open.items.map((item) => ({ label: labelOf(item), input: open.of.inputOf(item) }))}
          onClose={() => {
            setOpen(null);
            onClear();
          }}
        />
      )}
    </div>
  );
}
