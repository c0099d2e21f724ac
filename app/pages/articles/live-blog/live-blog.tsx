import { useEffect, useRef, useState } from 'react';
import { liveBlogText as text } from '#app/text/zh-hk/live-blog.ts';
import { liveBlogPaths } from '#shared/paths/live-blog-paths.ts';
import { Button } from '#app/ui/button.tsx';
import { afterChanges, entryAnchor, type LiveBlogView } from '#domain/live-blogs/live-blogs.rules.ts';
import { Entry } from './entry.tsx';
import { watchLiveBlog } from './live-blog-watch.ts';
import styles from './live-blog.module.css';

const newestOf = ({ entries }: LiveBlogView): number => entries[0]?.id ?? 0;

interface Props {
  blog: LiveBlogView;
  /** The article's. */
  path: string;
  nowMs: number;
  isWatched: boolean;
}

/**
 * The live blog of an article, newest first. Once watched, new entries appear by themselves while the top of the list is in
 * view; readers further down get a button instead, so that nothing moves.
 */
function Blog({ blog: first, path, nowMs, isWatched }: Props) {
  const [blog, setBlog] = useState(first);
  const [shownId, setShownId] = useState(newestOf(first));
  const [end, setEnd] = useState<'reset' | 'gone' | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const { article_id: articleId, sequence, closed_ts: closed, opened_ts: since, is_newest: isNewest } = first;
  useEffect(() => {
    if (!isWatched || !isNewest || closed !== null) return;
    return watchLiveBlog(articleId, sequence, {
      onChanges(changes) {
        const { top = 0 } = list.current?.getBoundingClientRect() ?? {};
        setBlog((former) => afterChanges(former, changes));
        if (top >= 0) setShownId((id) => Math.max(id, ...changes.entries.map((entry) => entry.id)));
      },
      onReset: () => setEnd('reset'),
      onGone: () => setEnd('gone'),
    });
  }, [isWatched, isNewest, closed, articleId, sequence]);
  if (end === 'gone')
    return (
      <p className={styles.empty} role="status">
        {text.gone}
      </p>
    );
  const held = blog.entries.filter(({ id }) => id > shownId);
  const shown = blog.entries.filter(({ id }) => id <= shownId);
  const { pinned, closed_ts: closedTs, older_id: olderId } = blog;
  const show = () => {
    setShownId(newestOf(blog));
    list.current?.scrollIntoView({ block: 'start' });
    list.current?.focus({ preventScroll: true });
  };
  const common = { path, since, nowMs };
  return (
    <section className={styles.blog} aria-labelledby="live-blog">
      <div className={styles.head}>
        <h2 id="live-blog">{text.title}</h2>
        {closedTs === null ? <p className={styles.on}>{text.on}</p> : <p>{text.closed(closedTs, since)}</p>}
      </div>
      <div className={styles.bar} role="status">
        {end === 'reset' ? (
          <Button size="small" onClick={() => location.reload()}>
            {text.again}
          </Button>
        ) : (
          held.length > 0 && (
            <Button size="small" onClick={show}>
              {text.fresh(held.length)}
            </Button>
          )
        )}
      </div>
      {closedTs === null && (
        <noscript>
          <p className={styles.empty}>
            <a href={path}>{text.refresh}</a>
          </p>
        </noscript>
      )}
      {pinned && isNewest && (
        <div id={entryAnchor(pinned.id)} className={styles.pinned}>
          <Entry entry={pinned} {...common} />
        </div>
      )}
      {blog.entries.length === 0 && pinned === null && <p className={styles.empty}>{text.empty}</p>}
      <ol className={styles.entries} ref={list} tabIndex={-1}>
        {shown.map((entry) => (
          <li key={entry.id} id={entryAnchor(entry.id)}>
            <Entry entry={entry} {...common} />
          </li>
        ))}
      </ol>
      <p className={styles.foot}>
        {!isNewest && <a href={path}>{text.newest}</a>}
        {olderId !== null && <a href={liveBlogPaths.entry(path, olderId)}>{text.older}</a>}
      </p>
    </section>
  );
}

/** Keyed here and not by the page, which every article loads: another article is another live blog. */
export const LiveBlog = (props: Props) => (
  <Blog key={`${props.blog.article_id} ${props.blog.entries[0]?.id}`} {...props} />
);
