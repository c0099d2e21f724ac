import { paths } from '#app/paths.ts';
import { figuresText } from '#app/text/zh-hk/figures.ts';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import { FigureTable } from './figure-table.tsx';
import styles from './figures.module.css';

const text = figuresText.ads;

interface AdRow {
  key: string;
  requests: number;
  fills: number;
  viewables: number;
  clicks: number;
  drops: number;
  reports: number;
  revenueMicros: number;
}

const cellsOf = (row: AdRow) => [
  ...[row.requests, row.fills, row.viewables, row.clicks, row.drops, row.reports].map(figuresText.number),
  figuresText.money(row.revenueMicros),
];
const COUNTS = [text.requests, text.fills, text.viewables, text.clicks, text.drops, text.reports, text.revenue];
const BARS = 12;

/** Bars of the slots with most impressions: shown, and of those viewable. */
function Bars({ slots }: { slots: readonly AdRow[] }) {
  const shown = slots.filter(({ fills }) => fills > 0).slice(0, BARS);
  const most = Math.max(1, ...shown.map(({ fills }) => fills));
  return (
    <ul className={styles.bars}>
      {shown.map(({ key, fills, viewables }) => (
        <li key={key}>
          <span>{key}</span>
          <svg
            viewBox="0 0 100 10"
            preserveAspectRatio="none"
            role="img"
            aria-label={text.chart(key, figuresText.number(fills), figuresText.number(viewables))}
          >
            <rect className={styles.filled} width={(fills / most) * 100} height="10" />
            <rect className={styles.seen} width={(Math.min(fills, viewables) / most) * 100} height="10" />
          </svg>
        </li>
      ))}
    </ul>
  );
}

export function AdsPart({
  day,
  ads: { slots: counted, bidders, advertisers },
}: {
  day: string;
  ads: { slots: AdRow[]; bidders: AdRow[]; advertisers: AdRow[] };
}) {
  const slots = counted.map((row) => ({ ...row, key: row.key || text.rest }));
  return (
    <section className={styles.part}>
      <SectionHeading>{text.title}</SectionHeading>
      <Bars slots={slots} />
      <FigureTable
        caption={text.slots}
        head={[text.slot, ...COUNTS]}
        rows={slots.map((row) => ({ key: row.key, cells: [row.key, ...cellsOf(row)] }))}
      />
      <FigureTable
        caption={text.bidders}
        head={[text.bidder, ...COUNTS]}
        rows={bidders.map((row) => ({ key: row.key, cells: [row.key || text.nobody, ...cellsOf(row)] }))}
      />
      <FigureTable
        caption={text.advertisers}
        head={[text.advertiser, ...COUNTS, text.proof]}
        rows={advertisers.map((row) => ({
          key: row.key,
          cells: [
            row.key,
            ...cellsOf(row),
            <a key="proof" href={paths.figuresProof({ day, advertiser: row.key })} download>
              {text.proof}
            </a>,
          ],
        }))}
      />
    </section>
  );
}
