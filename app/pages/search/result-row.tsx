import { MarkedText } from '#app/components/lists/marked-text.tsx';
import page from '#app/styles/page.module.css';
import { PublishedTime } from '#app/components/article/published-time.tsx';
import { ChannelNumerals } from '#app/ui/channel-numerals.tsx';
import { Picture } from '#app/ui/picture.tsx';
import type { ChannelId } from '#shared/enums.ts';
import styles from './search.module.css';

export interface ResultView {
  contentType: number;
  itemId: number;
  href: string;
  label: string;
  /** In parts, segmented into words by the server. */
  title: { text: string; hit: boolean }[];
  excerpt: { text: string; hit: boolean }[];
  picture: string;
  channels: ChannelId[];
  /** Air times of a programme; start of a replay. */
  when: string;
  publishedAtMs: number | null;
  publishedWords: string;
}

const HOST = 100;

/** A result: one link covers the whole row. */
export function ResultRow({ result, first }: { result: ResultView; first: boolean }) {
  const isHost = result.contentType === HOST;
  return (
    <li className={styles.row} data-channel={result.channels[0]}>
      <div className={isHost ? styles.portrait : styles.art}>
        <Picture
          name={result.picture}
          alt=""
          shape={isHost ? 'portrait' : 'keyart'}
          sizes="(min-width: 768px) 220px, 112px"
          priority={first}
        />
      </div>
      <div className={styles.words}>
        <p className={styles.kick}>{result.label}</p>
        <h2 className={styles.title}>
          <a href={result.href}>
            <MarkedText parts={result.title} />
          </a>
        </h2>
        <p className={styles.excerpt}>
          <MarkedText parts={result.excerpt} />
        </p>
        <p className={page.meta}>
          <ChannelNumerals channels={result.channels} />
          {result.when && <span>{result.when}</span>}
          {result.publishedAtMs !== null && <PublishedTime atMs={result.publishedAtMs} words={result.publishedWords} />}
        </p>
      </div>
    </li>
  );
}
