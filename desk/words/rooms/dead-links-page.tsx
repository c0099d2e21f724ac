import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { wordsRoomsText } from '#app/text/zh-hk/desk-words-rooms.ts';
import { wordsText } from '#app/text/zh-hk/desk-words.ts';
import { call } from '../../call.ts';
import { deskPaths } from '../../desk-paths.ts';
import { Panel } from '../../frame/panel.tsx';
import { WordsHead } from './words-head.tsx';
import styles from './rooms.module.css';

const text = wordsRoomsText.links;

interface DeadLink {
  source: 'article' | 'static-page';
  source_id: string;
  title: string | null;
  path: string;
  found_ts: number;
}

export function loadDeadLinks({ request }: LoaderFunctionArgs) {
  const before = new URL(request.url).searchParams.get('before');
  const query = before === null ? '' : `?${new URLSearchParams({ before })}`;
  return call<{ items: DeadLink[]; next_before: string | null }>(
    `/api/staff/dead-links${query}`,
    undefined,
    request.signal,
  );
}

/** Names in the script they are written in. */
function readable(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

function editorOf({ source, source_id: id }: DeadLink): string {
  if (source === 'article') return deskPaths.article(Number(id));
  const at = id.lastIndexOf('/');
  return deskPaths.staticPage(id.slice(0, at), id.slice(at + 1));
}

/** Broken links in published texts. */
export function DeadLinksPage() {
  const { items, next_before: next } = useLoaderData<typeof loadDeadLinks>();
  return (
    <>
      <WordsHead title={text.title} note={text.note} />
      <Panel title={text.list}>
        {items.length === 0 && <p className={styles.pad}>{text.empty}</p>}
        <ul className={styles.list}>
          {items.map((link) => (
            <li key={`${link.source} ${link.source_id} ${link.path}`}>
              <div>
                <Link to={editorOf(link)}>{link.title ?? text.gone}</Link>
                <p>{text.to(readable(link.path))}</p>
              </div>
              <span>{text.since(wordsText.at(link.found_ts))}</span>
            </li>
          ))}
        </ul>
        {next !== null && (
          <p className={styles.pad}>
            <Link to={deskPaths.deadLinks({ before: next })}>{text.more}</Link>
          </p>
        )}
      </Panel>
    </>
  );
}
