import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { methodText, moneyText, orderKindText } from '#app/text/zh-hk/desk-money.ts';
import { Icon } from '#app/ui/icon.tsx';
import { dateTimeHk } from '#shared/hk-time.ts';
import { exactHk } from '#shared/money.ts';
import { METHODS, ORDER_STATES } from '#shared/payment-enums.ts';
import { call } from '../call.ts';
import { deskPaths } from '../desk-paths.ts';
import { Panel } from '../frame/panel.tsx';
import { FilterForm, type FilterField } from '../lists/filter-form.tsx';
import { filterOf } from '../lists/filter-of.ts';
import { MoneyHead } from './money-tabs.tsx';
import { TONE_OF_STATE, type ShownOrder } from './order-types.ts';
import styles from './money.module.css';

const FILTERS = ['number', 'state', 'kind', 'method', 'member_id', 'from', 'to', 'before_id'] as const;
const text = moneyText.orders;

interface Loaded {
  items: ShownOrder[];
  next_before_id: number | null;
  filter: Partial<Record<(typeof FILTERS)[number], string>>;
}

export async function loadOrders({ request }: LoaderFunctionArgs): Promise<Loaded> {
  const filter = filterOf(request.url, FILTERS);
  const query = new URLSearchParams(filter);
  const found = await call<Omit<Loaded, 'filter'>>(`/api/staff/money/orders?${query}`, undefined, request.signal);
  return { ...found, filter };
}

/** The buyer: a member by id, nobody by name. */
export function Buyer({ order: { member_id: id, is_guest: isGuest } }: { order: ShownOrder }) {
  if (id !== null) return <Link to={deskPaths.orders({ member_id: String(id) })}>{moneyText.member(id)}</Link>;
  return isGuest ? moneyText.guest : moneyText.erased;
}

const FIELDS: readonly FilterField[] = [
  { name: 'number', label: text.number, kind: 'text', maxLength: 40, placeholder: text.numberHint },
  {
    name: 'state',
    label: text.state,
    kind: 'choice',
    choices: ORDER_STATES.map((state) => [state, text.states[state]]),
  },
  { name: 'kind', label: text.kind, kind: 'choice', choices: Object.entries(text.kinds) },
  {
    name: 'method',
    label: text.method,
    kind: 'choice',
    choices: METHODS.map((method) => [method, methodText(method)]),
  },
  { name: 'member_id', label: text.memberId, kind: 'id' },
  { name: 'from', label: text.from, kind: 'date' },
  { name: 'to', label: text.to, kind: 'date' },
];

/** Orders, newest first. */
export function OrdersPage() {
  const { items, next_before_id: next, filter } = useLoaderData<Loaded>();
  const { before_id: _page, ...kept } = filter;
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <>
      <MoneyHead page={text.title} />
      <FilterForm label={text.search} fields={FIELDS} filter={filter} />
      <Panel
        title={text.title}
        aside={
          <a className={styles.csv} href={`/api/staff/money/orders.csv?${new URLSearchParams(kept)}`} download>
            <Icon name="download" />
            {moneyText.csv}
          </a>
        }
      >
        {items.length === 0 ? (
          <p className={styles.empty}>{isFiltered ? text.noMatch : text.empty}</p>
        ) : (
          <table className={`${styles.table} ${styles.lines}`}>
            <thead>
              <tr>
                <th scope="col">{text.number}</th>
                <th scope="col">{text.item}</th>
                <th scope="col">{moneyText.story.buyer}</th>
                <th scope="col">{text.method}</th>
                <th scope="col">{text.at}</th>
                <th scope="col">{text.state}</th>
                <th scope="col" className={styles.cents}>
                  {text.amount}
                </th>
              </tr>
            </thead>
            <tbody>
              {items.map((order) => (
                <tr key={order.order_id}>
                  <th scope="row" data-label={text.number}>
                    <Link to={deskPaths.order(order.order_id)}>{order.order_id}</Link>
                  </th>
                  <td data-label={text.item} className={styles.wraps}>
                    <span>
                      {order.names.join('、')} <span className={styles.small}>{orderKindText(order.kind)}</span>
                    </span>
                  </td>
                  <td data-label={moneyText.story.buyer}>
                    <Buyer order={order} />
                  </td>
                  <td data-label={text.method}>{methodText(order.method)}</td>
                  <td data-label={text.at}>
                    <time>{dateTimeHk(new Date(order.created_ts * 1000)).slice(0, 16)}</time>
                  </td>
                  <td data-label={text.state}>
                    <span className={styles.state} data-tone={TONE_OF_STATE[order.state]}>
                      {text.states[order.state]}
                    </span>
                  </td>
                  <td data-label={text.amount} className={styles.cents}>
                    <span>
                      {exactHk(order.total_cents)}
                      {order.refunded_cents > 0 && (
                        <span className={styles.small}> {text.refunded(exactHk(order.refunded_cents))}</span>
                      )}
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {next !== null && (
          <p className={styles.more}>
            <Link to={deskPaths.orders({ ...filter, before_id: String(next) })}>{moneyText.more}</Link>
          </p>
        )}
      </Panel>
    </>
  );
}
