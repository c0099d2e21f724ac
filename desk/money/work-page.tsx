import { Link, useLoaderData, useOutletContext, type LoaderFunctionArgs } from 'react-router';
import { deskText } from '#app/text/zh-hk/desk.ts';
import { moneyText, workKindText } from '#app/text/zh-hk/desk-money.ts';
import { exactHk } from '#shared/money.ts';
import { ActionButton } from '../actions/action-button.tsx';
import { DirectButton } from '../actions/direct-button.tsx';
import { call } from '../call.ts';
import { deskPaths } from '../desk-paths.ts';
import { Panel } from '../frame/panel.tsx';
import { ageText } from './age-text.ts';
import { BulkBar } from '../lists/bulk-bar.tsx';
import { FilterForm } from '../lists/filter-form.tsx';
import { filterOf } from '../lists/filter-of.ts';
import { useSelection } from '../lists/use-selection.ts';
import type { Session } from '../session.ts';
import { CancelledEvents, type CancelledEvent } from './cancelled-events.tsx';
import { MoneyHead } from './money-tabs.tsx';
import { StepDetail } from './step-detail.tsx';
import styles from './money.module.css';

const text = moneyText.work;

interface WorkItem {
  work_item_id: number;
  kind: string;
  subject: string;
  order_id: number | null;
  opened_ts: number;
  owner_id: number | null;
  owner: string | null;
  detail: Record<string, unknown>;
}
interface Today {
  day: string;
  received_cents: number;
  received: number;
  refunded_cents: number;
  refunds: number;
  open_work: { kind: string; items: number; oldest_ts: number }[];
}
interface Loaded {
  today: Today;
  cancelled: CancelledEvent[];
  items: WorkItem[];
  next_after_id: number | null;
  filter: Partial<Record<'kind' | 'owner' | 'after_id', string>>;
  loadedAt: Date;
}

export async function loadWork({ request }: LoaderFunctionArgs): Promise<Loaded> {
  const filter = filterOf(request.url, ['kind', 'owner', 'after_id']);
  const [today, cancelled, work] = await Promise.all([
    call<Today>('/api/staff/money/today', undefined, request.signal),
    call<{ items: CancelledEvent[] }>('/api/staff/money/cancelled-events', undefined, request.signal),
    call<Pick<Loaded, 'items' | 'next_after_id'>>(
      `/api/staff/money/work?${new URLSearchParams(filter)}`,
      undefined,
      request.signal,
    ),
  ]);
  return { today, cancelled: cancelled.items, ...work, filter, loadedAt: new Date() };
}

function Totals({ today, now }: { today: Today; now: Date }) {
  const words = moneyText.today;
  const open = today.open_work.reduce((sum, { items }) => sum + items, 0);
  const oldest = Math.min(...today.open_work.map(({ oldest_ts: at }) => at));
  return (
    <div className={styles.totals}>
      <dl className={styles.total}>
        <dt>{words.received}</dt>
        <dd>{exactHk(today.received_cents)}</dd>
        <dd>{words.times(today.received)}</dd>
      </dl>
      <dl className={styles.total}>
        <dt>{words.refunded}</dt>
        <dd>{exactHk(-today.refunded_cents)}</dd>
        <dd>{words.times(today.refunds)}</dd>
      </dl>
      <dl className={styles.total}>
        <dt>{words.work}</dt>
        <dd>{open}</dd>
        <dd>{open === 0 ? words.clear : words.oldest(ageText(oldest, now))}</dd>
      </dl>
    </div>
  );
}

/** What waits for a person, oldest first, with the totals of today. */
export function WorkPage() {
  const { today, cancelled, items, next_after_id: next, filter, loadedAt: now } = useLoaderData<Loaded>();
  const { account_id: me } = useOutletContext<Session>();
  const selection = useSelection(items, ({ work_item_id: id }) => id);
  return (
    <>
      <MoneyHead page={moneyText.title} note={today.day} />
      <Totals today={today} now={now} />
      <CancelledEvents items={cancelled} />
      {today.open_work.length > 0 && (
        <FilterForm
          label={text.kind}
          fields={[
            {
              name: 'kind',
              label: text.kind,
              kind: 'choice',
              choices: today.open_work.map(({ kind, items: count }) => [kind, `${workKindText(kind)}（${count}）`]),
            },
            { name: 'owner', label: text.owner, kind: 'choice', choices: Object.entries(text.owners) },
          ]}
          filter={filter}
        />
      )}
      <Panel title={text.title}>
        {items.length === 0 ? (
          <p className={styles.empty}>{text.empty}</p>
        ) : (
          <>
            <BulkBar
              chosen={selection.chosen}
              labelOf={({ kind, subject }) => `${workKindText(kind)} ${subject}`}
              actions={[
                {
                  action: 'work-items.assign',
                  words: text.take,
                  inputOf: ({ work_item_id: id }) => ({ work_item: id, account_id: me }),
                },
                {
                  action: 'work-items.close',
                  words: text.close,
                  inputOf: ({ work_item_id: id }) => ({ work_item: id }),
                },
              ]}
              onClear={selection.clear}
            />
            <table className={styles.table}>
              <thead>
                <tr>
                  <th scope="col">
                    <input
                      type="checkbox"
                      aria-label={deskText.lists.bulk.chooseAll}
                      checked={selection.chosen.length === items.length}
                      onChange={(event) => selection.chooseAll(event.target.checked)}
                    />
                  </th>
                  <th scope="col">{text.what}</th>
                  <th scope="col">{text.subject}</th>
                  <th scope="col">{text.age}</th>
                  <th scope="col">{text.owner}</th>
                  <th scope="col">{text.details}</th>
                  <th scope="col">{text.action}</th>
                </tr>
              </thead>
              <tbody>
                {items.map((item) => (
                  <tr key={item.work_item_id}>
                    <td>
                      <input
                        type="checkbox"
                        aria-label={deskText.lists.bulk.choose(`${workKindText(item.kind)} ${item.subject}`)}
                        checked={selection.isChosen(item)}
                        onChange={(event) => selection.choose(item, event.target.checked)}
                      />
                    </td>
                    <th scope="row" data-label={text.what}>
                      {workKindText(item.kind)}
                    </th>
                    <td data-label={text.subject}>
                      {item.order_id === null ? (
                        item.subject
                      ) : (
                        <Link to={deskPaths.order(item.order_id)}>{moneyText.order(item.order_id)}</Link>
                      )}
                    </td>
                    <td data-label={text.age}>{ageText(item.opened_ts, now)}</td>
                    <td data-label={text.owner}>{item.owner ?? text.nobody}</td>
                    <td data-label={text.details} className={styles.small}>
                      <StepDetail detail={item.detail} />
                    </td>
                    <td data-label={text.action}>
                      {item.owner_id === me ? (
                        <DirectButton
                          action="work-items.assign"
                          input={{ work_item: item.work_item_id, account_id: null }}
                          words={text.leave}
                          size="small"
                          tone="outline"
                        />
                      ) : (
                        <DirectButton
                          action="work-items.assign"
                          input={{ work_item: item.work_item_id, account_id: me }}
                          words={item.owner_id === null ? text.take : text.takeOver}
                          size="small"
                          tone="outline"
                        />
                      )}
                      <ActionButton
                        action="work-items.close"
                        input={{ work_item: item.work_item_id }}
                        words={text.close}
                        size="small"
                        tone="outline"
                      />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </>
        )}
        {next !== null && (
          <p className={styles.more}>
            <Link to={deskPaths.moneyWork({ ...filter, after_id: String(next) })}>{moneyText.next}</Link>
          </p>
        )}
      </Panel>
    </>
  );
}
