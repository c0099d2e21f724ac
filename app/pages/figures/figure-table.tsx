import type { ReactNode } from 'react';
import { figuresText } from '#app/text/zh-hk/figures.ts';
import styles from './figures.module.css';

/** A table of figures: the first column names what the others count. It scrolls by itself where it is wider than the page. */
export function FigureTable({
  caption,
  head,
  rows,
}: {
  caption: string;
  head: readonly string[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
}) {
  if (rows.length === 0) return <p className={styles.note}>{`${caption}：${figuresText.none}`}</p>;
  return (
    // Who has no pointer scrolls it by keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={caption}>
      <table className={styles.table}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [first, ...cells] }) => (
            <tr key={key}>
              <th scope="row">{first}</th>
              {cells.map((cell, i) => (
                <td key={i}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
