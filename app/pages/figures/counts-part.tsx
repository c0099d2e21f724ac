import { figuresText } from '#app/text/zh-hk/figures.ts';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import { FigureTable } from './figure-table.tsx';
import styles from './figures.module.css';

const text = figuresText.counts;

interface Count {
  key: string;
  events: number;
  sessions: number;
  visitors: number;
  heardMs: number;
}
interface Titled extends Count {
  title: string | null;
  readers: number | null;
}

const titleOrKey = ({ key, title }: Titled) => title ?? text.unnamed(key);

export function CountsPart({
  counts: { articles, replays, films, searches, empty, errors },
}: {
  counts: {
    articles: Titled[];
    replays: Titled[];
    films: Titled[];
    searches: Count[];
    empty: Count[];
    errors: Count[];
  };
}) {
  const n = figuresText.number;
  const words = (caption: string, rows: Count[]) => (
    <FigureTable
      caption={caption}
      head={[text.keyword, text.times]}
      rows={rows.map(({ key, events }) => ({ key, cells: [key, n(events)] }))}
    />
  );
  const played = (caption: string, rows: Titled[]) => (
    <FigureTable
      caption={caption}
      head={[text.name, text.plays, text.sessions, text.heard]}
      rows={rows.map((row) => ({
        key: row.key,
        cells: [titleOrKey(row), n(row.events), n(row.sessions), figuresText.hours(row.heardMs)],
      }))}
    />
  );
  return (
    <>
      <section className={styles.part}>
        <SectionHeading>{text.articles}</SectionHeading>
        <FigureTable
          caption={text.articles}
          head={[text.article, text.sessions, text.visitors, text.readers]}
          rows={articles.map((row) => ({
            key: row.key,
            cells: [
              titleOrKey(row),
              n(row.sessions),
              n(row.visitors),
              row.readers === null ? figuresText.percent(null) : n(row.readers),
            ],
          }))}
        />
      </section>
      <section className={styles.part}>
        <SectionHeading>{text.replays}</SectionHeading>
        {played(text.replays, replays)}
        {played(text.films, films)}
      </section>
      <section className={styles.part}>
        <SectionHeading>{text.searches}</SectionHeading>
        <div className={styles.pair}>
          {words(text.searches, searches)}
          {words(text.empty, empty)}
        </div>
      </section>
      <section className={styles.part}>
        <SectionHeading>{text.errors}</SectionHeading>
        <FigureTable
          caption={text.errors}
          head={[text.cause, text.times, text.sessions]}
          rows={errors.map(({ key, events, sessions }) => ({
            key,
            cells: [key || text.unknown, n(events), n(sessions)],
          }))}
        />
      </section>
    </>
  );
}
