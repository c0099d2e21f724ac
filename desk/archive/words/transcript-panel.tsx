import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { archiveWordsText } from '#app/text/zh-hk/desk-archive-words.ts';
import { Button } from '#app/ui/button.tsx';
import { useMay } from '../../actions/use-may.ts';
import { Panel } from '../../frame/panel.tsx';
import type { Broadcast } from '../archive.types.ts';
import { LoadedNote } from './loaded-note.tsx';
import { Sentence } from './sentence.tsx';
import { useLoaded } from './use-loaded.ts';
import type { Cue, CuePage } from './words.types.ts';
import archive from '../archive.module.css';
import styles from './words.module.css';

const text = archiveWordsText.transcript;

/** A larger step of the position is a seek, which the transcript follows even if the reader has scrolled away. */
const SEEK_S = 5;
/** How far before the position a page loaded for it begins. */
const LEAD_S = 30;

interface Props {
  broadcast: Broadcast;
  /** Unix seconds of what is being heard. */
  position: number | null;
  onSeek: (ts: number) => void;
}

/** The transcript of a broadcast, which follows what is heard, and is corrected by sentence. */
export function TranscriptPanel({ broadcast, position, onSeek }: Props) {
  const { archive_id: id } = broadcast;
  const mayEdit = useMay('archive.correct-cue');
  const [from, setFrom] = useState<string | null>(null);
  const query = from === null ? '' : `?${new URLSearchParams({ after: from }).toString()}`;
  // After an undo the page reads the broadcast again, and this reads its words.
  const read = useLoaded<CuePage>(`/api/staff/archive/${id}/transcript${query}`, broadcast);
  const { items, next_after: next } = read.loaded ?? { items: [], next_after: null };
  const current =
    position === null ? -1 : items.findLastIndex((cue) => cue.starts_ts <= position && position < cue.ends_ts);

  const box = useRef<HTMLDivElement>(null);
  const heard = useRef<number | null>(null);
  const isFollowing = useRef(true);
  /** Where this scrolled to last. */
  const placedAt = useRef(0);
  const place = (top: number) => {
    if (!box.current) return;
    box.current.scrollTop = top;
    placedAt.current = box.current.scrollTop;
  };
  const turnTo = (page: string | null, follows: boolean) => {
    isFollowing.current = follows;
    setFrom(page);
    place(0);
  };
  const follow = useEffectEvent(() => {
    if (position === null || read.loaded === null) return;
    if (heard.current === null || Math.abs(position - heard.current) > SEEK_S) isFollowing.current = true;
    heard.current = position;
    if (!isFollowing.current) return;
    const isBefore = from !== null && position * 1000 < Number(from.split('~')[0]);
    const isAfter = next !== null && position >= (items.at(-1)?.starts_ts ?? Infinity);
    if (isBefore || isAfter) return turnTo(`${Math.floor((position - LEAD_S) * 1000)}~0`, true);
    const row = box.current?.querySelector<HTMLElement>('[aria-current]');
    if (!row || !box.current) return;
    const { scrollTop, clientHeight } = box.current;
    const isInView = row.offsetTop >= scrollTop && row.offsetTop + row.offsetHeight <= scrollTop + clientHeight;
    if (!isInView) place(row.offsetTop - clientHeight / 3);
  });
  useEffect(() => follow(), [position, read.loaded]);

  const onChanged = (cue: Cue, words: string) => {
    const at = items.indexOf(cue);
    const replaced = words === '' ? [] : [{ ...cue, words }];
    flushSync(() => read.setLoaded({ items: items.toSpliced(at, 1, ...replaced), next_after: next }));
    // Focus would be lost with the sentence: the next one has it, or the last.
    if (words !== '') return;
    const row = box.current?.querySelectorAll('li')[Math.min(at, items.length - 2)];
    [...(row?.querySelectorAll('button') ?? [])].at(-1)?.focus();
  };

  return (
    <Panel title={text.title}>
      {(read.loaded === null || read.fault !== null) && <LoadedNote fault={read.fault} retry={read.retry} />}
      {read.loaded !== null && items.length === 0 && from === null && <p className={archive.pad}>{text.empty}</p>}
      {items.length > 0 && mayEdit && <p className={styles.note}>{text.note}</p>}
      <div
        ref={box}
        className={styles.box}
        onScroll={({ currentTarget: { scrollTop, clientHeight } }) => {
          isFollowing.current = Math.abs(scrollTop - placedAt.current) <= clientHeight / 2;
        }}
      >
        <ol>
          {items.map((cue, i) => (
            <Sentence
              key={cue.cue_id}
              archiveId={id}
              cue={cue}
              isCurrent={i === current}
              mayEdit={mayEdit}
              onSeek={onSeek}
              onChanged={(words) => onChanged(cue, words)}
            />
          ))}
        </ol>
      </div>
      {(from !== null || next !== null) && (
        <p className={styles.pages}>
          {from !== null && (
            <Button size="small" tone="outline" onClick={() => turnTo(null, false)}>
              {text.fromStart}
            </Button>
          )}
          {next !== null && (
            <Button size="small" tone="outline" onClick={() => turnTo(next, false)}>
              {text.next}
            </Button>
          )}
        </p>
      )}
    </Panel>
  );
}
