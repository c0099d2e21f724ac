import { useState } from 'react';
import { Link, useLoaderData, useNavigate, type LoaderFunctionArgs } from 'react-router';
import { deskLiveBlogText as text } from '#app/text/zh-hk/desk-live-blog.ts';
import { wordsText } from '#app/text/zh-hk/desk-words.ts';
import { Button } from '#app/ui/button.tsx';
import { call } from '../../call.ts';
import { deskPaths } from '../../desk-paths.ts';
import { Panel } from '../../frame/panel.tsx';
import { WordsHead } from '../rooms/words-head.tsx';
import rooms from '../rooms/rooms.module.css';
import styles from './live-blog.module.css';

interface Listed {
  article_id: number;
  title: string;
  opened_ts: number;
  closed_ts: number | null;
  entries: number;
}

export const loadLiveBlogs = ({ request }: LoaderFunctionArgs) =>
  call<{ items: Listed[]; without: Pick<Listed, 'article_id' | 'title'>[] }>(
    '/api/staff/live-blogs',
    undefined,
    request.signal,
  );

/** Live blogs, and where one is begun. */
export function LiveBlogsPage() {
  const { items, without } = useLoaderData<typeof loadLiveBlogs>();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState('');
  return (
    <>
      <WordsHead title={text.title} note={text.note} />
      <Panel title={text.open}>
        <div className={styles.write}>
          <div className={styles.row}>
            <label>
              {text.which}
              <select value={chosen} onChange={({ target }) => setChosen(target.value)}>
                <option value="">{text.choose}</option>
                {without.map(({ article_id: id, title }) => (
                  <option key={id} value={id}>
                    {title}
                  </option>
                ))}
              </select>
            </label>
            <Button disabled={chosen === ''} onClick={() => void navigate(deskPaths.liveBlog(Number(chosen)))}>
              {text.start}
            </Button>
          </div>
        </div>
      </Panel>
      <Panel title={text.list}>
        {items.length === 0 && <p className={rooms.pad}>{text.empty}</p>}
        <ul className={rooms.list}>
          {items.map(({ article_id: id, title, opened_ts: opened, closed_ts: closed, entries }) => (
            <li key={id}>
              <div>
                <Link to={deskPaths.liveBlog(id)}>{title}</Link>
                <p>
                  {`${text.opened(wordsText.at(opened))}　${text.entries(entries)}`}
                  {closed !== null && `　${text.closed(wordsText.at(closed))}`}
                </p>
              </div>
              {closed === null && <span className={rooms.on}>{text.on}</span>}
            </li>
          ))}
        </ul>
      </Panel>
    </>
  );
}
