import { useRef, useState, type SubmitEvent } from 'react';
import { archiveWordsText } from '#app/text/zh-hk/desk-archive-words.ts';
import { Button } from '#app/ui/button.tsx';
import { dateTimeHk } from '#shared/hk-time.ts';
import { faultText } from '../../actions/fault-text.ts';
import { call } from '../../call.ts';
import { formText } from '../../form-text.ts';
import { Panel } from '../../frame/panel.tsx';
import type { Broadcast } from '../archive.types.ts';
import { clockOf, spanText } from '../broadcast-text.ts';
import { readSought } from './find-moment.ts';
import type { CuePage } from './words.types.ts';
import archive from '../archive.module.css';
import styles from './words.module.css';

const text = archiveWordsText.find;
const MAX_CHARS = 100;

interface Found {
  said: string;
  items: { ts: number; clock: string; words: string }[];
}

/** Finds an instant of a broadcast by its clock, or by a word that was said. */
export function FindPanel({ broadcast, onSeek }: { broadcast: Broadcast; onSeek: (ts: number) => void }) {
  const [found, setFound] = useState<Found | null>(null);
  const [fault, setFault] = useState('');
  const asking = useRef<AbortController>(null);
  const say = (said: string, items: Found['items'] = []) => setFound({ said, items });
  const go = (ts: number) => {
    say(text.went(clockOf(ts)));
    onSeek(ts);
  };
  const findWords = async (words: string, { signal }: AbortController) => {
    say(text.looking);
    const query = new URLSearchParams({ q: words }).toString();
    try {
      const page = await call<CuePage>(
        `/api/staff/archive/${broadcast.archive_id}/transcript?${query}`,
        undefined,
        signal,
      );
      const items = page.items.map((cue) => ({ ts: cue.starts_ts, clock: clockOf(cue.starts_ts), words: cue.words }));
      const said = page.next_after === null ? text.found : text.most;
      say(items.length === 0 ? text.none(words) : said(items.length, words), items);
    } catch (error) {
      if (signal.aborted) return;
      setFound(null);
      setFault(faultText(error));
    }
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    asking.current?.abort();
    asking.current = new AbortController();
    setFault('');
    setFound(null);
    const sought = readSought(formText(event.currentTarget, 'sought'), broadcast);
    if (sought.kind === 'bad-clock') setFault(text.badTime);
    else if (sought.kind === 'words') {
      if (sought.words !== '') void findWords(sought.words, asking.current);
    } else if (sought.moments.length === 1) go(sought.moments[0]!);
    else if (sought.moments.length === 0) setFault(text.outside(spanText(broadcast)));
    else {
      const dated = (ts: number) => ({ ts, clock: dateTimeHk(new Date(ts * 1000)).slice(5), words: '' });
      say(text.moments, sought.moments.map(dated));
    }
  };
  return (
    <Panel title={text.title}>
      <form role="search" aria-label={text.title} className={archive.form} onSubmit={submit}>
        <label>
          {text.label}
          <input name="sought" required maxLength={MAX_CHARS} autoComplete="off" enterKeyHint="search" />
        </label>
        <Button type="submit" size="small">
          {text.submit}
        </Button>
        <p role="alert" className={styles.fault}>
          {fault}
        </p>
        <p role="status">{found?.said}</p>
      </form>
      {found !== null && found.items.length > 0 && (
        <div className={styles.box}>
          <ol>
            {found.items.map(({ ts, clock, words }, i) => (
              <li key={i}>
                <button type="button" className={styles.found} onClick={() => onSeek(ts)}>
                  <span className={styles.time}>{clock}</span>
                  <span>{words}</span>
                </button>
              </li>
            ))}
          </ol>
        </div>
      )}
    </Panel>
  );
}
