import { useState } from 'react';
import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { deskLiveBlogText as text } from '#app/text/zh-hk/desk-live-blog.ts';
import { Button } from '#app/ui/button.tsx';
import { DirectButton } from '../../actions/direct-button.tsx';
import { faultText } from '../../actions/fault-text.ts';
import { showFault } from '../../actions/toasts.ts';
import { call } from '../../call.ts';
import { deskPaths } from '../../desk-paths.ts';
import { Panel, RoomHead } from '../../frame/panel.tsx';
import { usePageTitle } from '../../frame/use-page-title.ts';
import { useLiveRead } from '../../live/live.ts';
import rooms from '../rooms/rooms.module.css';
import { EntryComposer } from './entry-composer.tsx';
import { EntryRow } from './entry-row.tsx';
import type { DeskEntry, DeskLiveBlog } from './live-types.ts';
import styles from './live-blog.module.css';

const POLL_MS = 5_000;

const pathOf = (articleId: number | string | undefined) => `/api/staff/live-blogs/${articleId}`;

export const loader = ({ params, request }: LoaderFunctionArgs) =>
  call<DeskLiveBlog>(pathOf(params['articleId']), undefined, request.signal);

/** Where a live blog is written; entries of others appear by themselves. */
function LiveBlog({ loaded }: { loaded: DeskLiveBlog }) {
  const articleId = loaded.article_id;
  const {
    value: blog,
    isFailing,
    read,
  } = useLiveRead(pathOf(articleId), loaded, {
    kind: 'live-blogs',
    pollMs: POLL_MS,
    firstAtMs: 0,
  });
  const [older, setOlder] = useState<{ entries: DeskEntry[]; nextId: number | null } | null>(null);
  const nextId = older === null ? blog.older_id : older.nextId;
  const readNow = () => void read();
  const more = async () => {
    try {
      const found = await call<DeskLiveBlog>(`${pathOf(articleId)}?from_id=${nextId}`);
      setOlder({ entries: [...(older?.entries ?? []), ...found.entries], nextId: found.older_id });
    } catch (error) {
      showFault(faultText(error));
    }
  };
  const isOpen = blog.opened_ts !== null && blog.closed_ts === null;
  const oldestId = blog.entries.at(-1)?.id ?? 0;
  const entries = [...blog.entries, ...(older?.entries.filter(({ id }) => id < oldestId) ?? [])];
  usePageTitle(`${text.title}：${blog.title}`);
  return (
    <>
      <RoomHead title={blog.title} note={text.note}>
        <Link to={deskPaths.liveBlogs()}>{text.back}</Link>
      </RoomHead>
      <Panel title={text.title} aside={isOpen && <span className={rooms.on}>{text.on}</span>}>
        <div className={styles.write}>
          {!isOpen && (
            <p>{!blog.is_public ? text.notPublic : blog.opened_ts === null ? text.notOpen : text.isClosed}</p>
          )}
          <div className={styles.row}>
            {isOpen ? (
              <DirectButton
                action="live-blogs.close"
                input={{ article_id: articleId }}
                words={text.close}
                tone="outline"
                onDone={readNow}
              />
            ) : (
              <DirectButton
                action="live-blogs.open"
                input={{ article_id: articleId }}
                words={blog.opened_ts === null ? text.open : text.openAgain}
                disabled={!blog.is_public}
                onDone={readNow}
              />
            )}
            <a href={blog.url} target="_blank" rel="noreferrer">
              {text.read}
            </a>
          </div>
        </div>
      </Panel>
      {isOpen && <EntryComposer articleId={articleId} onPosted={readNow} />}
      {blog.opened_ts !== null && (
        <Panel title={text.all}>
          <p role="status" className={isFailing ? rooms.pad : undefined}>
            {isFailing && text.failing}
          </p>
          {entries.length === 0 && <p className={rooms.pad}>{text.none}</p>}
          <ol className={styles.entries}>
            {entries.map((entry) => (
              <EntryRow key={entry.id} entry={entry} onDone={readNow} />
            ))}
          </ol>
          {nextId !== null && (
            <p className={rooms.pad}>
              <Button tone="outline" onClick={() => void more()}>
                {text.more}
              </Button>
            </p>
          )}
        </Panel>
      )}
    </>
  );
}

export function Component() {
  const loaded = useLoaderData<typeof loader>();
  return <LiveBlog key={loaded.article_id} loaded={loaded} />;
}
