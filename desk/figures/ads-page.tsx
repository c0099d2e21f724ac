import { useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { figuresText } from '#app/text/zh-hk/desk-figures.ts';
import { Panel } from '../frame/panel.tsx';
import { TablePanel, type Column } from './figure-table.tsx';
import type { Ad, Ads } from './figure-types.ts';
import { DayChoice, FiguresHead } from './figures-head.tsx';
import { loadTwoDays, type TwoDays } from './two-days.ts';
import styles from './figures.module.css';

const text = figuresText.ads;

export const loader = ({ request }: LoaderFunctionArgs): Promise<TwoDays<Ads>> => loadTwoDays<Ads>('ads', request);

const count = (head: string, of: (ad: Ad) => number): Column<Ad> => ({
  head,
  of: (ad) => figuresText.number(of(ad)),
});
const COLUMNS: Column<Ad>[] = [
  count(text.requests, ({ requests }) => requests),
  count(text.fills, ({ fills }) => fills),
  count(text.viewables, ({ viewables }) => viewables),
  count(text.clicks, ({ clicks }) => clicks),
  count(text.drops, ({ drops }) => drops),
  count(text.reports, ({ reports }) => reports),
  { head: text.revenue, of: ({ revenue_micros: micros }) => figuresText.money(micros) },
];
const BARS = 12;
const keyOf = ({ key }: Ad) => key;

/** Bars of the slots with most impressions: all, and viewable ones. The table below has the numbers. */
function Bars({ slots }: { slots: readonly Ad[] }) {
  const shown = slots.filter(({ fills }) => fills > 0).slice(0, BARS);
  const most = Math.max(1, ...shown.map(({ fills }) => fills));
  return (
    <ul className={styles.bars}>
      {shown.map(({ key, fills, viewables }) => (
        <li key={key}>
          <span>{key || text.rest}</span>
          <svg
            viewBox="0 0 100 10"
            preserveAspectRatio="none"
            role="img"
            aria-label={text.bar(key || text.rest, figuresText.number(fills), figuresText.number(viewables))}
          >
            <rect className={styles.filled} width={(fills / most) * 100} height="10" />
            <rect className={styles.seen} width={(Math.min(fills, viewables) / most) * 100} height="10" />
          </svg>
        </li>
      ))}
    </ul>
  );
}

/** Advertisements by slot, bidder and advertiser, and the proofs of play of advertisers. */
export function Component() {
  const { shown, other, filter } = useLoaderData<TwoDays<Ads>>();
  const days = { shown, other };
  const proofs = (day: string): Column<Ad> => ({
    head: other === null ? text.proof : figuresText.day.of(text.proof, day),
    of: ({ key }) => (
      <a
        href={`/api/staff/figures/proof?${new URLSearchParams({ advertiser: key, day })}`}
        download
        aria-label={figuresText.day.of(text.proofOf(key), day)}
      >
        {text.proof}
      </a>
    ),
  });
  return (
    <>
      <FiguresHead
        page={figuresText.tabs.ads}
        note={figuresText.day.note(shown.day, other?.day ?? null)}
        filter={filter}
      />
      <DayChoice shown={shown} filter={filter} />
      {shown.slots.some(({ fills }) => fills > 0) && (
        <Panel title={text.bars}>
          <Bars slots={shown.slots} />
        </Panel>
      )}
      <TablePanel
        table="ad-slots"
        {...days}
        name={text.slot}
        nameOf={({ key }) => key || text.rest}
        keyOf={keyOf}
        columns={COLUMNS}
        rows={shown.slots}
        others={other?.slots ?? null}
      />
      <TablePanel
        table="ad-bidders"
        {...days}
        name={text.bidder}
        nameOf={({ key }) => key || text.nobody}
        keyOf={keyOf}
        columns={COLUMNS}
        rows={shown.bidders}
        others={other?.bidders ?? null}
      />
      <TablePanel
        table="advertisers"
        {...days}
        name={text.advertiser}
        nameOf={keyOf}
        keyOf={keyOf}
        columns={[...COLUMNS, proofs(shown.day)]}
        rows={shown.advertisers}
        others={other?.advertisers ?? null}
      />
    </>
  );
}
