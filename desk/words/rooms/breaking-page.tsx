import { useState } from 'react';
import { useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { breakingNewsText } from '#app/text/zh-hk/breaking-news.ts';
import { wordsRoomsText } from '#app/text/zh-hk/desk-words-rooms.ts';
import { wordsText } from '#app/text/zh-hk/desk-words.ts';
import { MAX_WORDS, MESSAGE_KINDS } from '#domain/breaking-news/breaking-news.rules.ts';
import type { StripKind } from '#shared/enums.ts';
import { ActionButton } from '../../actions/action-button.tsx';
import { call } from '../../call.ts';
import { Panel, RoomHead } from '../../frame/panel.tsx';
import { usePageTitle } from '../../frame/use-page-title.ts';
import { inputOfSeconds, secondsOfInput } from '../hk-input.ts';
import { WordsHead } from './words-head.tsx';
import styles from './rooms.module.css';

const HOURS_FIRST = 2;

type Text = typeof wordsRoomsText.breaking;

interface Item {
  id: number;
  kind: StripKind;
  words: string;
  path: string;
  starts_ts: number;
  ends_ts: number;
  is_on: boolean;
  changed_by: string;
}

interface Line {
  /** Module of the actions. */
  module: 'breaking-news' | 'messages';
  kinds: readonly StripKind[];
  text: Text;
}

export const loadBreaking = ({ request }: LoaderFunctionArgs) =>
  call<{ items: Item[] }>('/api/staff/breaking-news', undefined, request.signal);
export const loadMessages = ({ request }: LoaderFunctionArgs) =>
  call<{ items: Item[] }>('/api/staff/messages', undefined, request.signal);

/** Starts a line, or edits the current one. */
function NewsForm({ item, module, kind, text }: Omit<Line, 'kinds'> & { item: Item | null; kind: StripKind }) {
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
          <ActionButton action={`${module}.start`} input={{ kind, ...input }} words={text.start} disabled={!isWhole} />
        ) : (
          <>
            <ActionButton
              action={`${module}.change`}
              input={{ id: item.id, ...input }}
              words={text.change}
              disabled={!isWhole}
            />
            <ActionButton action={`${module}.end`} input={{ id: item.id }} words={text.end} tone="danger" />
          </>
        )}
      </div>
    </div>
  );
}

/** A line for each kind, and what was shown before. */
function Lines({ module, kinds, text }: Line) {
  const { items } = useLoaderData<typeof loadBreaking>();
  return (
    <>
      {kinds.map((kind) => {
        const current = items.find((item) => item.is_on && item.kind === kind) ?? null;
        const title = current ? text.now : text.none;
        return (
          <Panel
            key={kind}
            title={kinds.length > 1 ? `${breakingNewsText.labels[kind]}：${title}` : title}
            aside={current && <span className={styles.on}>{text.on}</span>}
          >
            <NewsForm
              key={current ? `${current.id}/${current.words}/${current.ends_ts}` : 'new'}
              item={current}
              {...{ module, kind, text }}
            />
          </Panel>
        );
      })}
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

/** Breaking news on every page. */
export function BreakingPage() {
  const text = wordsRoomsText.breaking;
  return (
    <>
      <WordsHead title={text.title} note={text.note} />
      <Lines module="breaking-news" kinds={['breaking']} text={text} />
    </>
  );
}

/** Messages of the station on every page: a typhoon, a stop of the service. */
export function MessagesPage() {
  const text = wordsRoomsText.messages;
  usePageTitle(text.title);
  return (
    <>
      <RoomHead title={text.title} note={text.note} />
      <Lines module="messages" kinds={MESSAGE_KINDS} text={text} />
    </>
  );
}
