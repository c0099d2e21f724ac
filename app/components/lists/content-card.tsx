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

/** Any item of a list, as data; `content-card.server.ts` makes one of an article. */
export interface ContentCardView {
  id: number;
  /** Selects the card. */
  contentType: number;
  href: string;
  /** Segmented into words by the server. */
  title: string;
  summary: string;
  /** Reference of the key art. */
  art: string;
  /** Its section, category, column or programme. */
  label: string;
  /** Author or speaker; empty if unnamed. */
  by: string;
  /** Reference of the author's portrait. */
  portrait: string;
  channels: ChannelId[];
  hasAudio: boolean;
  hasVideo: boolean;
  /** Its live blog is open. */
  isLive: boolean;
  publishedAtMs: number | null;
  /** The absolute time in words. */
  publishedWords: string;
}

export type CardSize = 'lead' | 'standard' | 'compact' | 'row';

const KNOWN: ReadonlySet<number> = new Set(Object.values(ContentType));

const SIZES: Record<Exclude<CardSize, 'row'>, string> = {
  lead: '(min-width: 1200px) 46vw, 100vw',
  standard: '(min-width: 1200px) 22vw, (min-width: 768px) 45vw, 128px',
  compact: '128px',
};

const LOOKS: Record<CardSize, string | undefined> = {
  lead: styles.lead,
  standard: styles.standard,
  compact: styles.compact,
  row: styles.row,
};

/** An item of a list: one link covers the whole card. Cards of unknown type link to another site. */
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
  /** Displayed width, as the `sizes` attribute. */
  sizes?: string;
  /** The largest picture of the first screen. */
  priority?: boolean;
  /** False if every card of the list has the same label. */
  showsLabel?: boolean;
}) {
  const isElsewhere = !KNOWN.has(card.contentType);
  const label = isElsewhere ? content.elsewhere : card.label;
  const [channel] = card.channels;
  return (
    <article className={`${base.card} ${LOOKS[size]}`} data-channel={channel ?? 881}>
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
          {/* Last, because the browser may shorten it, which must not shift anything. */}
          {size !== 'row' && card.publishedAtMs !== null && (
            <PublishedTime atMs={card.publishedAtMs} words={card.publishedWords} />
          )}
        </p>
      </div>
    </article>
  );
}

/** Icons for audio and video. */
function Marks({ card: { hasAudio, hasVideo, isLive } }: { card: ContentCardView }) {
  return (
    <>
      {isLive && <span className={styles.mark}>{content.live}</span>}
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
