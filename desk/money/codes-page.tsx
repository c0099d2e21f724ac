import { useRef, useState } from 'react';
import { Link, useLoaderData, useRouteLoaderData, type LoaderFunctionArgs } from 'react-router';
import { codesText } from '#app/text/zh-hk/desk-codes.ts';
import { moneyText } from '#app/text/zh-hk/desk-money.ts';
import { Button } from '#app/ui/button.tsx';
import { dayHkOf } from '#shared/hk-time.ts';
import { ActionButton } from '../actions/action-button.tsx';
import { call } from '../call.ts';
import { deskPaths } from '../desk-paths.ts';
import { Panel } from '../frame/panel.tsx';
import type { Session } from '../session.ts';
import { filterOf } from '../lists/filter-of.ts';
import { emptyBatch, fieldsOf, type CopiedBatch } from './batch-fields.ts';
import { CodeLookUp } from './code-look-up.tsx';
import { spanText, worthText } from './code-text.ts';
import { MoneyHead } from './money-tabs.tsx';
import { NewBatch } from './new-batch.tsx';
import styles from './money.module.css';

const text = codesText;

interface Batch extends CopiedBatch {
  batch_id: number;
  used: number;
  held: number;
  state: string;
}
interface Loaded {
  items: Batch[];
  next_before_id: number | null;
  plans: { plan_id: number; name: string }[];
}

export async function loadCodes({ request }: LoaderFunctionArgs): Promise<Loaded> {
  const filter = filterOf(request.url, ['before_id']);
  const query = new URLSearchParams(filter);
  const [batches, plans] = await Promise.all([
    call<Omit<Loaded, 'plans'>>(`/api/staff/money/batches?${query}`, undefined, request.signal),
    call<{ items: Loaded['plans'] }>('/api/staff/money/plan-names', undefined, request.signal),
  ]);
  return { ...batches, plans: plans.items };
}

const TONE: Record<string, string> = { running: 'good', waiting: 'wait', ended: 'bad' };

/** `onCopy`: absent for who may not make codes, and for a batch that the form cannot make. */
function BatchRow({ batch, mayMake, onCopy }: { batch: Batch; mayMake: boolean; onCopy: (() => void) | null }) {
  const { batch_id: id, name, kind, used, max_in_all: all, state, codes } = batch;
  return (
    <tr>
      <th scope="row" data-label={text.batches} className={styles.wraps}>
        <span>
          {name} <span className={styles.small}>{`#${id}　${text.kinds[kind] ?? kind}　${text.codes(codes)}`}</span>
        </span>
      </th>
      <td data-label={text.worth}>{worthText(batch)}</td>
      <td data-label={text.span}>{spanText(batch)}</td>
      <td data-label={text.used}>
        <span>
          {text.usedOf(used, all)}
          <meter className={styles.bar} min={0} max={all} value={used} aria-label={text.used} />
        </span>
      </td>
      <td data-label={text.state}>
        <span className={styles.state} data-tone={TONE[state]}>
          {text.states[state] ?? state}
        </span>
      </td>
      <td data-label={text.action}>
        <span>
          {mayMake && (
            <a
              className={styles.csv}
              href={`/api/staff/money/batches/${id}.csv`}
              download
              aria-label={`${text.download} ${name}`}
            >
              {text.download}
            </a>
          )}{' '}
          {(state === 'running' || state === 'waiting') && (
            <ActionButton action="codes.end" input={{ batch_id: id }} words={text.end} size="small" tone="outline" />
          )}{' '}
          {onCopy && (
            <Button size="small" tone="outline" aria-label={text.copyOf(name)} onClick={onCopy}>
              {text.copy}
            </Button>
          )}
        </span>
      </td>
    </tr>
  );
}

/** Batches of codes, and new ones. */
export function CodesPage() {
  const { items, next_before_id: next, plans } = useLoaderData<Loaded>();
  const session = useRouteLoaderData<Session>('desk');
  const mayMake = session?.permissions.includes('codes.create') ?? false;
  const [today] = useState(() => dayHkOf(new Date()));
  const [{ fields, untouched }, setTyped] = useState(() => ({ fields: emptyBatch(today), untouched: true }));
  const nameField = useRef<HTMLInputElement>(null);
  const copy = (copied: typeof fields) => {
    if (!untouched && !confirm(text.replaceTyped)) return;
    setTyped({ fields: copied, untouched: true });
    nameField.current?.focus();
  };
  return (
    <>
      <MoneyHead page={text.title} />
      <CodeLookUp />
      {mayMake && (
        <NewBatch
          plans={plans}
          fields={fields}
          nameField={nameField}
          onChange={(typed) => setTyped({ fields: typed, untouched: false })}
          onMade={() => setTyped({ fields: { ...fields, name: '', count: '' }, untouched: true })}
        />
      )}
      <Panel title={text.batches}>
        {items.length === 0 ? (
          <p className={styles.empty}>{text.empty}</p>
        ) : (
          <table className={`${styles.table} ${styles.lines}`}>
            <thead>
              <tr>
                <th scope="col">{text.batches}</th>
                <th scope="col">{text.worth}</th>
                <th scope="col">{text.span}</th>
                <th scope="col">{text.used}</th>
                <th scope="col">{text.state}</th>
                <th scope="col">{text.action}</th>
              </tr>
            </thead>
            <tbody>
              {items.map((batch) => {
                const copied = mayMake ? fieldsOf(batch, { today, plans }) : null;
                return (
                  <BatchRow
                    key={batch.batch_id}
                    batch={batch}
                    mayMake={mayMake}
                    onCopy={copied && (() => copy(copied))}
                  />
                );
              })}
            </tbody>
          </table>
        )}
        {next !== null && (
          <p className={styles.more}>
            <Link to={deskPaths.codes({ before_id: String(next) })}>{moneyText.more}</Link>
          </p>
        )}
      </Panel>
    </>
  );
}
