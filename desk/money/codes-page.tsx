import { Link, useLoaderData, useRouteLoaderData, type LoaderFunctionArgs } from 'react-router';
import { moneyText, orderKindText } from '#app/text/zh-hk/desk-money.ts';
import { dateTimeHk } from '#shared/hk-time.ts';
import { exactHk } from '#shared/money.ts';
import { ActionButton } from '../actions/action-button.tsx';
import { call } from '../call.ts';
import { deskPaths } from '../desk-paths.ts';
import { Panel } from '../frame/panel.tsx';
import type { Session } from '../session.ts';
import { filterOf } from '../lists/filter-of.ts';
import { MoneyHead } from './money-tabs.tsx';
import { NewBatch } from './new-batch.tsx';
import styles from './money.module.css';

const text = moneyText.codes;

interface Batch {
  batch_id: number;
  kind: string;
  name: string;
  discount_cents: number | null;
  discount_percent: number | null;
  days: number | null;
  product: string | null;
  codes: number;
  used: number;
  held: number;
  max_in_all: number;
  starts_ts: number;
  ends_ts: number;
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

function worthText({ days, discount_cents: cents, discount_percent: percent, product }: Batch): string {
  if (days !== null) return text.days(days);
  if (percent !== null) return text.percent(percent);
  return cents === null ? text.free(orderKindText(product ?? '')) : text.off(exactHk(cents));
}

const TONE: Record<string, string> = { running: 'good', waiting: 'wait', ended: 'bad' };
const dayOf = (seconds: number): string => dateTimeHk(new Date(seconds * 1000)).slice(0, 10);

function BatchRow({ batch, mayDownload }: { batch: Batch; mayDownload: boolean }) {
  const { batch_id: id, name, kind, used, max_in_all: all, state, codes } = batch;
  return (
    <tr>
      <th scope="row" data-label={text.batches} className={styles.wraps}>
        <span>
          {name} <span className={styles.small}>{`#${id}　${text.kinds[kind] ?? kind}　${text.codes(codes)}`}</span>
        </span>
      </th>
      <td data-label={text.worth}>{worthText(batch)}</td>
      <td data-label={text.span}>{`${dayOf(batch.starts_ts)} – ${dayOf(batch.ends_ts - 1)}`}</td>
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
          {mayDownload && (
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
  return (
    <>
      <MoneyHead page={text.title} />
      {mayMake && <NewBatch plans={plans} />}
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
              {items.map((batch) => (
                <BatchRow key={batch.batch_id} batch={batch} mayDownload={mayMake} />
              ))}
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
