import { useState } from 'react';
import { useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { wordsRoomsText } from '#app/text/zh-hk/desk-words-rooms.ts';
import { wordsText } from '#app/text/zh-hk/desk-words.ts';
import { MAX_WORDS } from '#domain/breaking-news/breaking-news.rules.ts';
import { ActionButton } from '../../actions/action-button.tsx';
import { call } from '../../call.ts';
import { Panel } from '../../frame/panel.tsx';
import { inputOfSeconds, secondsOfInput } from '../hk-input.ts';
import { WordsHead } from './words-head.tsx';
import styles from './rooms.module.css';

const text = wordsRoomsText.breaking;
const HOURS_FIRST = 2;

interface Item {
  id: number;
  words: string;
  path: string;
  starts_ts: number;
  ends_ts: number;
  is_on: boolean;
  changed_by: string;
}

export const loadBreaking = ({ request }: LoaderFunctionArgs) =>
  call<{ items: Item[] }>('/api/staff/breaking-news', undefined, request.signal);

/** Starts breaking news, or changes those of now. */
function NewsForm({ item }: { item: Item | null }) {
  const [words, setWords] = useState(item?.words ?? '');
  const [path, setPath] = useState(item?.path ?? '');
  const [until, setUntil] = useState(() =>
    inputOfSeconds(item?.ends_ts ?? Math.floor(Date.now() / 1000) + HOURS_FIRST * 3600),
  );
  const ends = secondsOfInput(until);
  const input = { words: words.trim(), path: path.trim(), ends_ts: ends };
  const isWhole = input.words !== '' && ends !== null;
  return (
    <div className={styles.form}>
      <label className={styles.wide}>
        {text.words}
        <input value={words} maxLength={MAX_WORDS} onChange={({ target }) => setWords(target.value)} />
      </label>
      <label>
        {text.path}
        <input
          value={path}
          inputMode="url"
          placeholder="/news/local/…"
          onChange={({ target }) => setPath(target.value)}
        />
      </label>
      <label>
        {text.until}
        <input type="datetime-local" value={until} onChange={({ target }) => setUntil(target.value)} />
      </label>
      <p className={styles.hint}>{text.hint(Array.from(words).length, MAX_WORDS)}</p>
      <div className={styles.acts}>
        {item === null ? (
          <ActionButton action="breaking-news.start" input={input} words={text.start} disabled={!isWhole} />
        ) : (
          <>
            <ActionButton
              action="breaking-news.change"
              input={{ id: item.id, ...input }}
              words={text.change}
              disabled={!isWhole}
            />
            <ActionButton action="breaking-news.end" input={{ id: item.id }} words={text.end} tone="danger" />
          </>
        )}
      </div>
    </div>
  );
}

/** The strip of breaking news on every page. */
export function BreakingPage() {
  const { items } = useLoaderData<typeof loadBreaking>();
  const current = items.find((item) => item.is_on) ?? null;
  return (
    <>
      <WordsHead title={text.title} note={text.note} />
      <Panel title={current ? text.now : text.none} aside={current && <span className={styles.on}>{text.on}</span>}>
        <NewsForm key={current ? `${current.id}/${current.words}/${current.ends_ts}` : 'new'} item={current} />
      </Panel>
      <Panel title={text.before}>
        {items.length === 0 && <p className={styles.pad}>{text.empty}</p>}
        <ul className={styles.list}>
          {items.map((item) => (
            <li key={item.id}>
              <div>
                <b>{item.words}</b>
                <p>
                  {`${wordsText.at(item.starts_ts)} – ${wordsText.at(item.ends_ts)}　${item.changed_by}`}
                  {item.path && `　${item.path}`}
                </p>
              </div>
              {item.is_on && <span className={styles.on}>{text.on}</span>}
            </li>
          ))}
        </ul>
      </Panel>
    </>
  );
}
