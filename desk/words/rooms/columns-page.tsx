import { useState } from 'react';
import { useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { wordsRoomsText } from '#app/text/zh-hk/desk-words-rooms.ts';
import { Button } from '#app/ui/button.tsx';
import { ActionButton } from '../../actions/action-button.tsx';
import { call } from '../../call.ts';
import { useLeaveGuard } from '../../directory/use-leave-guard.ts';
import { Panel } from '../../frame/panel.tsx';
import type { Choices } from '../article-types.ts';
import { WordsHead } from './words-head.tsx';
import styles from './rooms.module.css';

const text = wordsRoomsText.columns;
const CHANNELS = [
  [1, '881'],
  [2, '903'],
  [4, '864'],
] as const;

interface Column {
  id: number | null;
  changed_ms: number | null;
  kind: number;
  name: string;
  slug: string;
  description: string;
  host_id: number | null;
  host_name: string | null;
  program_id: number | null;
  channel_bitwise: number;
  picture: string;
  is_shown: boolean;
  position: number;
}

const NEW: Column = {
  id: null,
  changed_ms: null,
  kind: 1,
  name: '',
  slug: '',
  description: '',
  host_id: null,
  host_name: null,
  program_id: null,
  channel_bitwise: 0,
  picture: '',
  is_shown: true,
  position: 0,
};

export async function loadColumns({ request }: LoaderFunctionArgs) {
  const [{ items }, { programs }] = await Promise.all([
    call<{ items: Column[] }>('/api/staff/columns', undefined, request.signal),
    call<Choices>('/api/staff/articles/choices', undefined, request.signal),
  ]);
  return { items, programs };
}

const parseId = (typed: string): number | null => (/^[1-9]\d{0,8}$/.test(typed.trim()) ? Number(typed) : null);

function ColumnForm({
  column,
  programs,
  onDone,
}: {
  column: Column;
  programs: Choices['programs'];
  onDone: () => void;
}) {
  const [fields, setFields] = useState(column);
  const [hostId, setHostId] = useState(String(column.host_id ?? ''));
  useLeaveGuard(JSON.stringify(fields) !== JSON.stringify(column) || hostId !== String(column.host_id ?? ''));
  const set = (change: Partial<Column>) => setFields({ ...fields, ...change });
  const { id, changed_ms: seen, host_name: _host, ...rest } = fields;
  const isHostRight = hostId.trim() === '' || parseId(hostId) !== null;
  return (
    <div className={styles.form}>
      <label>
        {text.name}
        <input value={fields.name} maxLength={60} onChange={({ target }) => set({ name: target.value })} />
      </label>
      <label>
        {text.kind}
        <select value={fields.kind} onChange={({ target }) => set({ kind: Number(target.value) })}>
          {Object.entries(text.kinds).map(([kind, words]) => (
            <option key={kind} value={kind}>
              {words}
            </option>
          ))}
        </select>
      </label>
      <label>
        {text.host}
        <input value={hostId} inputMode="numeric" onChange={({ target }) => setHostId(target.value)} />
      </label>
      <label>
        {text.program}
        <select value={fields.program_id ?? ''} onChange={({ target }) => set({ program_id: parseId(target.value) })}>
          <option value="">{text.none}</option>
          {programs.map(({ id: programId, name }) => (
            <option key={programId} value={programId}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label className={styles.wide}>
        {text.description}
        <input
          value={fields.description}
          maxLength={300}
          onChange={({ target }) => set({ description: target.value })}
        />
      </label>
      <label>
        {text.slug}
        <input value={fields.slug} maxLength={80} onChange={({ target }) => set({ slug: target.value })} />
      </label>
      <label>
        {text.picture}
        <input
          value={fields.picture}
          maxLength={100}
          onChange={({ target }) => set({ picture: target.value.trim() })}
        />
      </label>
      <label>
        {text.position}
        <input
          type="number"
          min={0}
          max={9999}
          value={fields.position}
          onChange={({ target }) => set({ position: Math.max(0, Number(target.value)) })}
        />
      </label>
      <fieldset className={styles.checks}>
        <legend>{text.channels}</legend>
        {CHANNELS.map(([bit, words]) => (
          <label key={bit}>
            <input
              type="checkbox"
              checked={(fields.channel_bitwise & bit) !== 0}
              onChange={() => set({ channel_bitwise: fields.channel_bitwise ^ bit })}
            />
            {words}
          </label>
        ))}
        <label>
          <input
            type="checkbox"
            checked={fields.is_shown}
            onChange={({ target }) => set({ is_shown: target.checked })}
          />
          {text.shown}
        </label>
      </fieldset>
      <div className={styles.acts}>
        <ActionButton
          action="columns.save"
          input={{ ...rest, id, seen_ms: seen, host_id: parseId(hostId) }}
          words={text.save}
          disabled={fields.name.trim() === '' || !isHostRight}
          onDone={onDone}
        />
        <Button tone="quiet" onClick={onDone}>
          {text.cancel}
        </Button>
      </div>
    </div>
  );
}

/** Columns and who writes them. */
export function ColumnsPage() {
  const { items, programs } = useLoaderData<typeof loadColumns>();
  const [open, setOpen] = useState<number | 'new' | null>(null);
  return (
    <>
      <WordsHead title={text.title} note={text.note} />
      <Panel
        title={text.list}
        aside={
          <Button size="small" onClick={() => setOpen('new')}>
            {text.create}
          </Button>
        }
      >
        {open === 'new' && <ColumnForm column={NEW} programs={programs} onDone={() => setOpen(null)} />}
        {items.length === 0 && <p className={styles.pad}>{text.empty}</p>}
        <ul className={styles.list}>
          {items.map((column) => (
            <li key={column.id}>
              <div>
                <b>{column.name}</b>
                <p>
                  {[text.kinds[column.kind], column.host_name, column.is_shown ? null : text.hiddenState]
                    .filter(Boolean)
                    .join('　')}
                </p>
              </div>
              <Button
                size="small"
                tone="outline"
                aria-label={text.editOf(column.name)}
                aria-expanded={open === column.id}
                onClick={() => setOpen(open === column.id ? null : column.id)}
              >
                {text.edit}
              </Button>
              {open === column.id && (
                <ColumnForm key={column.changed_ms} column={column} programs={programs} onDone={() => setOpen(null)} />
              )}
            </li>
          ))}
        </ul>
      </Panel>
    </>
  );
}
