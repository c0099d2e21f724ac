import { useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { figuresText as text } from '#app/text/zh-hk/desk-figures.ts';
import { Panel } from '../frame/panel.tsx';
import { FigureTable, TablePanel, type Column } from './figure-table.tsx';
import type { Content, Count, Titled } from './figure-types.ts';
import { DayChoice, FiguresHead } from './figures-head.tsx';
import { loadTwoDays, type TwoDays } from './two-days.ts';
import styles from './figures.module.css';

export const loader = ({ request }: LoaderFunctionArgs): Promise<TwoDays<Content>> =>
  loadTwoDays<Content>('content', request);

const keyOf = ({ key }: Count) => key;
const READ: Column<Titled>[] = [
  { head: text.counts.sessions, of: ({ sessions }) => text.number(sessions) },
  { head: text.counts.visitors, of: ({ visitors }) => text.number(visitors) },
  {
    head: text.counts.readers,
    of: ({ readers }) => (readers === null ? text.percent(null) : text.number(readers)),
  },
];
const SEARCHED: Column<Count>[] = [{ head: text.counts.sessions, of: ({ events }) => text.number(events) }];
const AGREED: Column<Content>[] = [
  { head: text.consent.sessions, of: ({ standing }) => text.number(standing.sessions) },
  { head: text.consent.visitors, of: ({ standing }) => text.number(standing.visitors) },
];

/** Articles read, searches, and how many consented to statistics. */
export function Component() {
  const { shown, other, filter } = useLoaderData<TwoDays<Content>>();
  return (
    <>
      <FiguresHead page={text.tabs.content} note={text.day.note(shown.day, other?.day ?? null)} filter={filter} />
      <DayChoice shown={shown} filter={filter} />
      <TablePanel
        table="articles"
        shown={shown}
        other={other}
        name={text.tables.articles}
        nameOf={({ title, key }) => title ?? text.counts.unnamed(key)}
        keyOf={keyOf}
        columns={READ}
        rows={shown.articles}
        others={other?.articles ?? null}
      />
      <div className={styles.pair}>
        {(['empty-searches', 'searches'] as const).map((table) => {
          const of = table === 'searches' ? 'searches' : 'empty';
          return (
            <TablePanel
              key={table}
              table={table}
              shown={shown}
              other={other}
              name={text.counts.keyword}
              nameOf={keyOf}
              keyOf={keyOf}
              columns={SEARCHED}
              rows={shown[of]}
              others={other?.[of] ?? null}
            />
          );
        })}
      </div>
      <Panel title={text.consent.title}>
        <FigureTable
          caption={text.consent.title}
          name={text.day.pick}
          nameOf={({ day }) => day}
          keyOf={({ day }) => day}
          columns={AGREED}
          rows={other === null || other.day === shown.day ? [shown] : [shown, other]}
        />
        <p className={styles.note}>{text.consent.note}</p>
      </Panel>
    </>
  );
}
