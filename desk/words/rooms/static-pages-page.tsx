import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { wordsRoomsText } from '#app/text/zh-hk/desk-words-rooms.ts';
import { wordsText } from '#app/text/zh-hk/desk-words.ts';
import { call } from '../../call.ts';
import { deskPaths } from '../../desk-paths.ts';
import { Panel } from '../../frame/panel.tsx';
import { WordsHead } from './words-head.tsx';
import styles from './rooms.module.css';

const text = wordsRoomsText.pages;

export const loadStaticPages = ({ request }: LoaderFunctionArgs) =>
  call<{ items: { name: string; lang: string; title: string; changed_ts: number }[] }>(
    '/api/staff/pages',
    undefined,
    request.signal,
  );

/** The static pages of the site. */
export function StaticPagesPage() {
  const { items } = useLoaderData<typeof loadStaticPages>();
  return (
    <>
      <WordsHead title={text.title} note={text.note} />
      <Panel title={text.list}>
        {items.length === 0 && <p className={styles.pad}>{text.empty}</p>}
        <ul className={styles.list}>
          {items.map(({ name, lang, title, changed_ts: at }) => (
            <li key={`${name} ${lang}`}>
              <div>
                <Link to={deskPaths.staticPage(name, lang)}>{title}</Link>
                <p>{`${name}　${text.langs[lang] ?? lang}`}</p>
              </div>
              <span>{text.changed(wordsText.at(at))}</span>
            </li>
          ))}
        </ul>
      </Panel>
    </>
  );
}
