import { useEffect, useRef, useState } from 'react';
import type { ScreenDetails } from '#app/player/sources/source.ts';
import { filmText } from '#app/text/zh-hk/film.ts';
import { Button } from '#app/ui/button.tsx';
import { parseWebVtt, type Cue } from '#domain/archive/words/webvtt.rules.ts';
import styles from './beside.module.css';

const text = filmText.words;
const TIMEOUT_MS = 15_000;

async function readCues(src: string, signal: AbortSignal): Promise<Cue[]> {
  const reply = await fetch(src, { signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]) });
  if (!reply.ok) throw new Error(`captions were refused: ${reply.status}`);
  const read = parseWebVtt(await reply.text());
  if (read.ok) return read.cues;
  if (read.fault.code === 'no-cues') return [];
  throw new Error(read.fault.reason);
}

/**
 * The transcript of a film during playback, fetched under the grant like captions: before the rental period begins
 * there is one minute of it, so it is fetched again once that runs.
 */
export function FilmWords({
  details,
  positionMs,
  onChoose,
}: {
  details: ScreenDetails;
  positionMs: number;
  onChoose: (atMs: number) => void;
}) {
  const { captions } = details;
  const [wanted, setWanted] = useState('');
  const [tries, setTries] = useState(0);
  const [read, setRead] = useState<{ of: string; cues: Cue[] | 'failed' } | null>(null);
  const { lang = '', src = '' } = captions.find((one) => one.lang === wanted) ?? captions[0] ?? {};
  const isClosed = details.window?.startsAtMs === null;
  const of = `${lang} ${isClosed} ${tries}`;
  // Changes with each renewal of the grant; the text does not.
  const address = useRef(src);
  useEffect(() => {
    address.current = src;
  }, [src]);
  useEffect(() => {
    const leaving = new AbortController();
    readCues(address.current, leaving.signal).then(
      (cues) => setRead({ of, cues }),
      () => {
        if (!leaving.signal.aborted) setRead({ of, cues: 'failed' });
      },
    );
    return () => leaving.abort();
  }, [of]);

  const cues = read?.of === of ? read.cues : null;
  return (
    <>
      {captions.length > 1 && (
        <label className={styles.language}>
          {filmText.captions}
          <select value={lang} onChange={({ target }) => setWanted(target.value)}>
            {captions.map((one) => (
              <option key={one.lang} value={one.lang}>
                {one.label}
              </option>
            ))}
          </select>
        </label>
      )}
      {cues === null && <p className={styles.note}>{text.loading}</p>}
      {cues === 'failed' && (
        <div className={styles.note} role="alert">
          <p>{text.failed}</p>
          <Button
            tone="ink"
            onClick={({ currentTarget }) => {
              // The button disappears: focus moves to its panel.
              currentTarget.closest<HTMLElement>('[role=tabpanel]')?.focus();
              setTries((before) => before + 1);
            }}
          >
            {text.retry}
          </Button>
        </div>
      )}
      {Array.isArray(cues) && cues.length === 0 && <p className={styles.note}>{text.empty}</p>}
      {Array.isArray(cues) && cues.length > 0 && (
        <Lines lang={lang} cues={cues} positionMs={positionMs} onChoose={onChoose} />
      )}
      {isClosed && <p className={styles.note}>{text.closed}</p>}
    </>
  );
}

function Lines({
  lang,
  cues,
  positionMs,
  onChoose,
}: {
  lang: string;
  cues: readonly Cue[];
  positionMs: number;
  onChoose: (atMs: number) => void;
}) {
  const current = cues.findLastIndex(({ startMs }) => startMs <= positionMs);
  return (
    <ol lang={lang} className={styles.lines}>
      {cues.map(({ startMs, words }, index) => (
        <Line
          // Two voices may begin at once.
          key={`${startMs} ${index}`}
          atMs={startMs}
          words={words}
          isCurrent={index === current}
          onChoose={onChoose}
        />
      ))}
    </ol>
  );
}

function Line({
  atMs,
  words,
  isCurrent,
  onChoose,
}: {
  atMs: number;
  words: string;
  isCurrent: boolean;
  onChoose: (atMs: number) => void;
}) {
  return (
    <li>
      <button type="button" aria-current={isCurrent ? 'true' : undefined} onClick={() => onChoose(atMs)}>
        <span>{filmText.span(atMs)}</span>
        {words}
      </button>
    </li>
  );
}
