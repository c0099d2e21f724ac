import { useMemo } from 'react';
import { useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { figuresText } from '#app/text/zh-hk/desk-figures.ts';
import { accountText, moneyText } from '#app/text/zh-hk/desk-money.ts';
import { Icon } from '#app/ui/icon.tsx';
import { addDaysHk, dayHkOf, isDayHk } from '#shared/hk-time.ts';
import { exactHk } from '#shared/money.ts';
import { call } from '../call.ts';
import { Panel } from '../frame/panel.tsx';
import { FilterForm } from '../lists/filter-form.tsx';
import { filterOf } from '../lists/filter-of.ts';
import money from '../money/money.module.css';
import { Drawing, type Line } from './drawing.tsx';
import { FigureTable, type Column } from './figure-table.tsx';
import { FiguresHead } from './figures-head.tsx';
import styles from './figures.module.css';

const text = figuresText.takings;
const SHOWN_DAYS = 14;
const MAX_DAYS = 366;
const STEPS = [1, 2, 7, 14, 30];

interface Taking {
  day: string;
  account: string;
  debit_cents: number;
  credit_cents: number;
}
interface Loaded {
  from: string;
  to: string;
  filter: Partial<Record<'from' | 'to', string>>;
  lines: Taking[];
}

/** Accounts that receive payers' money. */
const isTaking = ({ account }: Taking) => account.startsWith('clearing:') || account === 'receivable:offline';

/** The days of a span, or null if invalid or too long for the books. */
function spanOf(from: string, to: string): string[] | null {
  if (!isDayHk(from) || !isDayHk(to) || from > to) return null;
  const days = [from];
  while (days.at(-1)! < to && days.length <= MAX_DAYS) days.push(addDaysHk(days.at(-1)!, 1));
  return days.length > MAX_DAYS ? null : days;
}

export async function loader({ request }: LoaderFunctionArgs): Promise<Loaded> {
  const filter = filterOf(request.url, ['from', 'to']);
  const { to = dayHkOf(new Date()) } = filter;
  const { from = isDayHk(to) ? addDaysHk(to, 1 - SHOWN_DAYS) : to } = filter;
  if (spanOf(from, to) === null) return { from, to, filter, lines: [] };
  const query = new URLSearchParams({ from, to });
  const { lines } = await call<{ lines: Taking[] }>(`/api/staff/money/ledger?${query}`, undefined, request.signal);
  return { from, to, filter, lines: lines.filter(isTaking) };
}

const COLUMNS: Column<Taking>[] = [
  { head: text.account, of: ({ account }) => accountText(account) },
  { head: text.received, of: ({ debit_cents: cents }) => exactHk(cents) },
  { head: text.paid, of: ({ credit_cents: cents }) => exactHk(cents) },
];
const dollars = (n: number) => figuresText.number(n);

function Lines({ days, lines }: { days: string[]; lines: readonly Taking[] }) {
  const drawn = useMemo(
    () =>
      [...Map.groupBy(lines, ({ account }) => account)].map(([account, own], i): Line => {
        const cents = new Map(own.map((one) => [one.day, one.debit_cents]));
        const values = days.map((day) => (cents.get(day) ?? 0) / 100);
        return { name: accountText(account), values, channel: null, dash: i, isOther: false };
      }),
    [days, lines],
  );
  const dayText = useMemo(() => (place: number) => days[place]?.slice(5) ?? '', [days]);
  return <Drawing label={text.label} lines={drawn} xText={dayText} yText={dollars} steps={STEPS} />;
}

/** Money taken by day and payment method, from the books. */
export function Component() {
  const { from, to, filter, lines } = useLoaderData<Loaded>();
  const days = useMemo(() => spanOf(from, to), [from, to]);
  return (
    <>
      <FiguresHead page={figuresText.tabs.money} />
      <FilterForm
        label={figuresText.day.label}
        fields={[
          { name: 'from', label: text.from, kind: 'date' },
          { name: 'to', label: text.to, kind: 'date' },
        ]}
        filter={filter}
      />
      {days === null ? (
        <p role="alert" className={money.fault}>
          {text.span}
        </p>
      ) : (
        <Panel
          title={text.title}
          aside={
            <a
              className={money.csv}
              href={`/api/staff/money/ledger.csv?${new URLSearchParams({ from, to })}`}
              download
              aria-label={figuresText.download(text.title)}
            >
              <Icon name="download" />
              {moneyText.csv}
            </a>
          }
        >
          {lines.length === 0 ? (
            <p className={money.empty}>{text.empty}</p>
          ) : (
            <>
              <Lines days={days} lines={lines} />
              <FigureTable
                caption={text.title}
                name={text.day}
                nameOf={({ day }) => day}
                keyOf={({ day, account }) => `${day} ${account}`}
                columns={COLUMNS}
                rows={lines.toReversed()}
              />
            </>
          )}
          <p className={styles.note}>{text.note}</p>
        </Panel>
      )}
    </>
  );
}
