import type { ContentCardView } from './content-card.tsx';
import { PublishedTime } from '#app/components/article/published-time.tsx';
import { listsText } from '#app/text/zh-hk/lists.ts';
import { Icon } from '#app/ui/icon.tsx';
import { Phrase } from '#app/ui/phrase.tsx';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import styles from './headlines.module.css';

/** What a headline needs of an item. */
export type Headline = Pick<ContentCardView, 'id' | 'href' | 'title' | 'publishedAtMs' | 'publishedWords'>;

export type Ranked = Pick<Headline, 'id' | 'href' | 'title'>;

/** The most viewed items of recent days with a heading; nothing if there are no counts yet. */
export function MostViewed({
  items,
  shown = items.length,
}: {
  items: Ranked[];
  /** Number of items shown; the rest is collapsed. */
  shown?: number;
}) {
  if (items.length === 0) return null;
  const rest = items.slice(shown);
  return (
    <section aria-labelledby="most-viewed">
      <SectionHeading id="most-viewed" small note={listsText.mostViewedNote}>
        {listsText.mostViewed}
      </SectionHeading>
      <RankList items={items.slice(0, shown)} />
      {rest.length > 0 && (
        <details className={styles.rest}>
          <summary>
            {listsText.ranksTo(shown + 1, items.length)}
            <Icon name="chevron-down" />
          </summary>
          <RankList items={rest} from={shown + 1} />
        </details>
      )}
    </section>
  );
}

/** Numbered headlines, best first. */
function RankList({ items, from = 1 }: { items: Ranked[]; from?: number }) {
  return (
    <ol className={styles.rank} start={from}>
      {items.map(({ id, href, title }, at) => (
        <li key={id}>
          <span aria-hidden="true">{from + at}</span>
          <a href={href}>
            <Phrase text={title} />
          </a>
        </li>
      ))}
    </ol>
  );
}

/** Headlines with their times, newest first. */
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
