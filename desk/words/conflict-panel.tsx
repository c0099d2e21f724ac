import { useState } from 'react';
import { wordsText } from '#app/text/zh-hk/desk-words.ts';
import { Button } from '#app/ui/button.tsx';
import { Panel } from '../frame/panel.tsx';
import type { DraftBlock, DraftField } from './article-types.ts';
import type { Conflict, DraftSync, SyncSnapshot } from './draft-sync.ts';
import styles from './editor.module.css';

const text = wordsText.editor.conflict;
const { fields: names } = wordsText.editor;

const isText = (value: unknown): value is string => typeof value === 'string';

/** The words of a block, without its markup. */
function blockText(block: DraftBlock): string {
  if ('html' in block) return new DOMParser().parseFromString(block.html, 'text/html').body.textContent ?? '';
  if ('alt' in block) return `[${block.caption ?? block.alt}]`;
  return `[${block.title}]`;
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return (value as DraftBlock[]).map(blockText).join('\n') || text.empty;
  if (value === null || value === '') return text.empty;
  return isText(value) ? value : JSON.stringify(value);
}

function OneConflict({
  field,
  mine,
  conflict,
  sync,
}: {
  field: DraftField;
  mine: unknown;
  conflict: Conflict;
  sync: DraftSync;
}) {
  const { theirs, by } = conflict;
  const [merged, setMerged] = useState(isText(mine) ? mine : '');
  return (
    <li className={styles.conflict}>
      <h3>{names[field]}</h3>
      <div>
        <b>{text.yours}</b>
        <p>{shown(mine)}</p>
        <Button size="small" tone="outline" onClick={() => sync.resolve(field, { value: mine })}>
          {text.useYours}
        </Button>
      </div>
      <div>
        <b>{text.theirs(by)}</b>
        <p>{shown(theirs)}</p>
        <Button size="small" tone="outline" onClick={() => sync.resolve(field, { theirs: true })}>
          {text.useTheirs}
        </Button>
      </div>
      {isText(mine) && isText(theirs) && (
        <div>
          <label>
            <b>{text.merged}</b>
            <textarea rows={3} value={merged} onChange={({ target }) => setMerged(target.value)} />
          </label>
          <Button size="small" onClick={() => sync.resolve(field, { value: merged })}>
            {text.useMerged}
          </Button>
        </div>
      )}
    </li>
  );
}

/** Fields that two people changed: both values, and a choice for each. */
export function ConflictPanel({ sync, snapshot }: { sync: DraftSync; snapshot: SyncSnapshot }) {
  const conflicts = Object.entries(snapshot.conflicts) as [DraftField, Conflict][];
  if (conflicts.length === 0) return null;
  return (
    <div role="alert">
      <Panel title={text.title} aside={<span>{text.note}</span>}>
        <ul>
          {conflicts.map(([field, conflict]) => (
            <OneConflict key={field} field={field} mine={snapshot.fields[field]} conflict={conflict} sync={sync} />
          ))}
        </ul>
      </Panel>
    </div>
  );
}
