import type { ContentCardView } from '#app/components/content-card.tsx';
import { PublishedTime } from '#app/components/published-time.tsx';
import { listsText } from '#app/text/zh-hk/lists.ts';
import { Phrase } from '#app/ui/phrase.tsx';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import styles from './headlines.module.css';

/** What a line of headlines needs of a piece. */
export type Headline = Pick<ContentCardView, 'id' | 'href' | 'title' | 'publishedAtMs' | 'publishedWords'>;

export type Ranked = Pick<Headline, 'id' | 'href' | 'title'>;

/** The most viewed of the last days under its heading; nothing where nothing has been counted yet. */
export function MostViewed({ items }: { items: Ranked[] }) {
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="most-viewed">
      <SectionHeading id="most-viewed" small note={listsText.mostViewedNote}>
        {listsText.mostViewed}
      </SectionHeading>
      <RankList items={items} />
    </section>
  );
}

/** Headlines with their numbers, best first. */
export function RankList({ items }: { items: Ranked[] }) {
  return (
    <ol className={styles.rank}>
      {items.map(({ id, href, title }, at) => (
        <li key={id}>
          <span aria-hidden="true">{at + 1}</span>
          <a href={href}>
            <Phrase text={title} />
          </a>
        </li>
      ))}
    </ol>
  );
}

/** Headlines with the time each came at, newest first. */
export function Feed({ items }: { items: Headline[] }) {
  return (
    <ol className={styles.feed}>
      {items.map(({ id, href, title, publishedAtMs, publishedWords }) => (
        <li key={id}>
          <span className={styles.when}>
            {publishedAtMs !== null && <PublishedTime atMs={publishedAtMs} words={publishedWords} />}
          </span>
          <a href={href}>
            <Phrase text={title} />
          </a>
        </li>
      ))}
    </ol>
  );
}
