import { HostPortrait } from '#app/components/lists/host-portrait.tsx';
import { ShareBar } from '#app/components/article/share-bar.tsx';
import { paths } from '#app/paths.ts';
import { articleText } from '#app/text/zh-hk/article.ts';
import { Phrase } from '#app/ui/phrase.tsx';
import page from '#app/styles/page.module.css';
import styles from './article.module.css';

interface Head {
  siteUrl: string;
  path: string;
  plainTitle: string;
  title: string;
  caption: string;
  groups: { name: string; href: string }[];
  writer: { name: string; host: { id: number; slug: string; picture: string; isGuest: boolean } | null };
  publishAtMs: number;
  updatedAtMs: number | null;
  minutes: number;
}

/** Header of an article: its lists, title, author and time, and the share buttons. */
export function ArticleHead({ article }: { article: Head }) {
  const { writer, updatedAtMs, minutes } = article;
  const { host } = writer;
  const group = article.groups.at(-1);
  return (
    <header className={styles.head}>
      {group && (
        <a className={styles.kick} href={group.href}>
          {group.name}
        </a>
      )}
      <h1>
        <Phrase text={article.title} />
      </h1>
      {article.caption && (
        <p className={styles.standfirst}>
          <Phrase text={article.caption} />
        </p>
      )}
      <div className={styles.by}>
        {host && (
          <span className={styles.portrait}>
            <HostPortrait picture={host.picture} isGuest={false} sizes="56px" alt="" />
          </span>
        )}
        <div className={styles.who}>
          <b>
            {host ? (
              <a href={paths.programHost(host.id, host.slug)}>{writer.name}</a>
            ) : (
              writer.name || articleText.station
            )}
          </b>
          <p className={page.meta}>
            <time dateTime={new Date(article.publishAtMs).toISOString()}>
              {articleText.publishedAt(article.publishAtMs)}
            </time>
            {updatedAtMs !== null && (
              <time dateTime={new Date(updatedAtMs).toISOString()}>
                {articleText.updatedAt(article.publishAtMs, updatedAtMs)}
              </time>
            )}
            {minutes > 0 && <span>{articleText.minutesToRead(minutes)}</span>}
          </p>
        </div>
        <ShareBar title={article.plainTitle} url={article.siteUrl + article.path} />
      </div>
    </header>
  );
}
