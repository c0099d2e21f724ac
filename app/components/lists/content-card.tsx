import { PublishedTime } from '#app/components/article/published-time.tsx';
import { content } from '#app/text/zh-hk/content.ts';
import { shell } from '#app/text/zh-hk/shell.ts';
import { Icon } from '#app/ui/icon.tsx';
import { Numeral } from '#app/ui/numeral.tsx';
import { Phrase } from '#app/ui/phrase.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { ContentType, type ChannelId } from '#shared/enums.ts';
import base from './card.module.css';
import styles from './content-card.module.css';

/** Anything a list may hold, as data; `content-card.server.ts` makes it of an article. */
export interface ContentCardView {
  id: number;
  /** Picks the card. */
  contentType: number;
  href: string;
  /** Broken into words by the server. */
  title: string;
  summary: string;
  /** Reference of the key art. */
  art: string;
  /** Section, category, column or programme it belongs to. */
  label: string;
  /** Who wrote or speaks it; empty when nobody is named. */
  by: string;
  /** Reference of the portrait of who wrote it. */
  portrait: string;
  channels: ChannelId[];
  hasAudio: boolean;
  hasVideo: boolean;
  publishedAtMs: number | null;
  /** The instant in words that stay true. */
  publishedWords: string;
}

export type CardSize = 'lead' | 'standard' | 'compact' | 'row';

const KNOWN: ReadonlySet<number> = new Set(Object.values(ContentType));

const SIZES: Record<Exclude<CardSize, 'row'>, string> = {
  lead: '(min-width: 1200px) 46vw, 100vw',
  standard: '(min-width: 1200px) 22vw, (min-width: 768px) 45vw, 128px',
  compact: '128px',
};

/**
 * A piece of content in a list: one link for the whole card. A kind this site does not know is a card that leads out
 * of it.
 */
export function ContentCard({
  card,
  size = 'standard',
  heading: Heading = size === 'lead' ? 'h2' : 'h3',
  sizes,
  priority = false,
  showsLabel = true,
}: {
  card: ContentCardView;
  size?: CardSize;
  heading?: 'h2' | 'h3';
  /** Width it is shown in, as the `sizes` attribute says it. */
  sizes?: string;
  /** The largest picture of the first screen. */
  priority?: boolean;
  /** Not where every card of the list has the same. */
  showsLabel?: boolean;
}) {
  const isElsewhere = !KNOWN.has(card.contentType);
  const label = isElsewhere ? content.elsewhere : card.label;
  const [channel] = card.channels;
  return (
    <article className={`${base.card} ${styles[size]}`} data-channel={channel ?? 881}>
      {size !== 'row' && <Picture name={card.art} alt="" sizes={sizes ?? SIZES[size]} priority={priority} />}
      {size === 'row' && card.publishedAtMs !== null && (
        <p className={styles.when}>
          <PublishedTime atMs={card.publishedAtMs} words={card.publishedWords} />
        </p>
      )}
      <div className={`${base.body} ${styles.body}`}>
        {showsLabel && size !== 'row' && label && <p className={styles.kick}>{label}</p>}
        <Heading className={`${base.title} ${styles.title}`}>
          <a href={card.href} {...(isElsewhere ? { target: '_blank', rel: 'noopener external' } : {})}>
            <Phrase text={card.title} />
            {isElsewhere && (
              <>
                <Icon name="arrow-up-right" />
                <span className="vh">{shell.newWindow}</span>
              </>
            )}
          </a>
        </Heading>
        {(size === 'lead' || size === 'row') && card.summary && <p className={styles.summary}>{card.summary}</p>}
        <p className={styles.meta}>
          {card.channels.map((each) => (
            <span key={each} data-channel={each}>
              <Numeral channel={each} />
            </span>
          ))}
          {size === 'row' && showsLabel && label && <span>{label}</span>}
          {card.by && <span>{card.by}</span>}
          <Marks card={card} />
          {/* Last: the browser may say it in fewer letters, and nothing may move for that. */}
          {size !== 'row' && card.publishedAtMs !== null && (
            <PublishedTime atMs={card.publishedAtMs} words={card.publishedWords} />
          )}
        </p>
      </div>
    </article>
  );
}

/** Says that there is something to hear or to see. */
function Marks({ card: { hasAudio, hasVideo } }: { card: ContentCardView }) {
  return (
    <>
      {hasAudio && (
        <span className={styles.mark}>
          <Icon name="headphones" />
          {content.hasAudio}
        </span>
      )}
      {hasVideo && (
        <span className={styles.mark}>
          <Icon name="video" />
          {content.hasVideo}
        </span>
      )}
    </>
  );
}
