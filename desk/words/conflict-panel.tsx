import { useState } from 'react';
import { blockIdOf, blockPart, partNames, type PartName } from '#domain/drafts/draft-parts.rules.ts';
import { wordsText } from '#app/text/zh-hk/desk-words.ts';
import { Button } from '#app/ui/button.tsx';
import { Panel } from '../frame/panel.tsx';
import type { DraftBlock } from './article-types.ts';
import type { Conflict, DraftSync, SyncSnapshot } from './draft-sync.ts';
import styles from './editor.module.css';

const text = wordsText.editor.conflict;
const { fields: names } = wordsText.editor;

const isText = (value: unknown): value is string => typeof value === 'string';

/** The text of a block, without its markup. */
function blockText(block: DraftBlock): string {
  if ('html' in block) return new DOMParser().parseFromString(block.html, 'text/html').body.textContent || text.empty;
  if ('alt' in block) return `[${block.caption ?? block.alt}]`;
  return `[${block.title}]`;
}

function shown(part: PartName, value: unknown, blockOf: (id: string) => DraftBlock | undefined): string {
  if (blockIdOf(part) !== null) return value === null ? text.removed : blockText(value as DraftBlock);
  if (part === 'order')
    return (value as string[])
      .flatMap((id) => blockOf(id) ?? [])
      .map((block, i) => text.nth(i + 1, blockText(block).slice(0, 40)))
      .join('\n');
  if (value === null || value === '') return text.empty;
  return isText(value) ? value : JSON.stringify(value);
}

interface Props {
  part: PartName;
  conflict: Conflict;
  sync: DraftSync;
  snapshot: SyncSnapshot;
}

function OneConflict({ part, conflict: { theirs, by }, sync, snapshot: { parts, fields } }: Props) {
  const mine = parts[part];
  const [merged, setMerged] = useState(isText(mine) ? mine : '');
  const blockOf = (id: string) => (parts[blockPart(id)] as DraftBlock | null | undefined) ?? undefined;
  const id = blockIdOf(part);
  const at = fields.blocks.findIndex((block) => block.id === id);
  const name =
    part === 'order' ? text.order : id === null ? names[part] : at === -1 ? text.removedBlock : text.block(at + 1);
  return (
    <li className={styles.conflict}>
      <h3>{name}</h3>
      <div>
        <b>{text.yours}</b>
        <p>{shown(part, mine, blockOf)}</p>
        <Button size="small" tone="outline" onClick={() => sync.resolve(part, 'mine')}>
          {text.useYours}
        </Button>
      </div>
      <div>
        <b>{text.theirs(by)}</b>
        <p>{shown(part, theirs, blockOf)}</p>
        <Button size="small" tone="outline" onClick={() => sync.resolve(part, 'theirs')}>
          {text.useTheirs}
        </Button>
      </div>
      {id !== null && mine !== null && theirs !== null && (
        <div>
          <b>{text.both}</b>
          <p>{`${shown(part, theirs, blockOf)}\n${shown(part, mine, blockOf)}`}</p>
          <Button size="small" onClick={() => sync.resolve(part, 'both')}>
            {text.useBoth}
          </Button>
        </div>
      )}
      {isText(mine) && isText(theirs) && (
        <div>
          <label>
            <b>{text.merged}</b>
            <textarea rows={3} value={merged} onChange={({ target }) => setMerged(target.value)} />
          </label>
          <Button size="small" onClick={() => sync.resolve(part, { value: merged })}>
            {text.useMerged}
          </Button>
        </div>
      )}
    </li>
  );
}

/** Parts that two people changed: both values, and a choice for each. */
export function ConflictPanel({ sync, snapshot }: { sync: DraftSync; snapshot: SyncSnapshot }) {
  const { conflicts } = snapshot;
  const parts = partNames(conflicts);
  if (parts.length === 0) return null;
  return (
    <div role="alert">
      <Panel title={text.title} aside={<span>{text.note}</span>}>
        <ul>
          {parts.map((part) => (
            <OneConflict key={part} part={part} conflict={conflicts[part]!} sync={sync} snapshot={snapshot} />
          ))}
        </ul>
      </Panel>
    </div>
  );
}
