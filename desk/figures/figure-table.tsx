import type { ReactNode } from 'react';
import { figuresText as text } from '#app/text/zh-hk/desk-figures.ts';
import { Icon } from '#app/ui/icon.tsx';
import type { FigureTableName } from '#domain/audience/figures.rules.ts';
import { Panel } from '../frame/panel.tsx';
import money from '../money/money.module.css';
import type { Days } from './figure-types.ts';
import styles from './figures.module.css';

export interface Column<Row> {
  head: string;
  of: (row: Row) => ReactNode;
}

/** Rows of the same key beside each other: those of the first list in its order, then those of the other alone. */
function paired<Row>(rows: readonly Row[], others: readonly Row[], keyOf: (row: Row) => string) {
  const byKey = new Map(others.map((row) => [keyOf(row), row]));
  const keys = new Set(rows.map(keyOf));
  return [
    ...rows.map((row): [Row | undefined, Row | undefined] => [row, byKey.get(keyOf(row))]),
    ...others.filter((row) => !keys.has(keyOf(row))).map((row): [undefined, Row] => [undefined, row]),
  ];
}

interface Compared {
  /** The days of the columns. */
  days: readonly [string, string];
}

/**
 * A table of figures. Its first column names the rows. With a second day each column is doubled. What is wider than the
 * page scrolls by itself.
 */
export function FigureTable<Row>({
  caption,
  name,
  nameOf,
  keyOf,
  columns,
  rows,
  others = null,
  days,
}: {
  caption: string;
  name: string;
  nameOf: (row: Row) => ReactNode;
  keyOf: (row: Row) => string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  others?: readonly Row[] | null;
} & Partial<Compared>) {
  const pairs = paired(rows, others ?? [], keyOf);
  if (pairs.length === 0) return <p className={money.empty}>{text.none}</p>;
  const isCompared = others !== null && days !== undefined;
  return (
    // Keyboard users scroll it with keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={caption}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{name}</th>
            {columns.flatMap(({ head }) =>
              isCompared
                ? days.map((day, i) => (
                    <th key={`${head} ${i}`} scope="col" data-other={i === 1 || undefined}>
                      {text.day.of(head, day)}
                    </th>
                  ))
                : [
                    <th key={head} scope="col">
                      {head}
                    </th>,
                  ],
            )}
          </tr>
        </thead>
        <tbody>
          {pairs.map(([row, other]) => {
            const named = row ?? other!;
            return (
              <tr key={keyOf(named)}>
                <th scope="row">{nameOf(named)}</th>
                {columns.flatMap(({ head, of }) => [
                  <td key={head}>{row === undefined ? text.absent : of(row)}</td>,
                  ...(isCompared
                    ? [
                        <td key={`${head} other`} data-other>
                          {other === undefined ? text.absent : of(other)}
                        </td>,
                      ]
                    : []),
                ])}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** Links that download a table of the days shown. */
export function CsvLinks({ table, shown, other }: { table: FigureTableName; shown: Days; other: Days | null }) {
  return (
    <span className={styles.links}>
      {[shown, ...(other === null ? [] : [other])].map(({ day }, i) => (
        <a
          key={i}
          className={money.csv}
          href={`/api/staff/figures/${table}.csv?${new URLSearchParams({ day })}`}
          download
          aria-label={text.download(text.day.of(text.tables[table], day))}
        >
          <Icon name="download" />
          {other === null ? text.csv : text.day.of(text.csv, day)}
        </a>
      ))}
    </span>
  );
}

/** A panel with one table of the days shown. */
export function TablePanel<Row>({
  table,
  shown,
  other,
  note,
  ...of
}: {
  table: FigureTableName;
  shown: Days;
  other: Days | null;
  note?: string;
  name: string;
  nameOf: (row: Row) => ReactNode;
  keyOf: (row: Row) => string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  others: readonly Row[] | null;
}) {
  const caption = text.tables[table];
  return (
    <Panel title={caption} aside={<CsvLinks table={table} shown={shown} other={other} />}>
      <FigureTable caption={caption} {...of} {...(other !== null && { days: [shown.day, other.day] as const })} />
      {note !== undefined && <p className={styles.note}>{note}</p>}
    </Panel>
  );
}
