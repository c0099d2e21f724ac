import { useState, type KeyboardEvent } from 'react';
import { archiveWordsText } from '#app/text/zh-hk/desk-archive-words.ts';
import { Button } from '#app/ui/button.tsx';
import { MAX_WORDS_CHARS } from '#domain/archive/words/webvtt.rules.ts';
import { faultText } from '../../actions/fault-text.ts';
import { runAction } from '../../actions/run-action.ts';
import { showToast } from '../../actions/toasts.ts';
import { CallError } from '../../call.ts';
import { clockOf } from '../broadcast-text.ts';
import type { Cue } from './words.types.ts';
import styles from './words.module.css';

const text = archiveWordsText.transcript;

/** Focus goes into the field that a press opens, and back to what was pressed. */
export const FOCUSED = { autoFocus: true };

/** As the server saves them. */
const onOneLine = (words: string): string => words.replaceAll(/\s+/g, ' ').trim();

/** The current text if another person changed the sentence (empty: deleted it); null for any other fault. */
function changedWords(error: unknown): string | null {
  const detail = error instanceof CallError && error.status === 409 ? error.detail : null;
  const { why, words } = (typeof detail === 'object' ? (detail ?? {}) : {}) as { why?: string; words?: string | null };
  return why === 'cue-changed' ? (words ?? '') : null;
}

interface EditorProps {
  archiveId: number;
  cue: Cue;
  /** With the current text, which may be unchanged. */
  onLeave: (words: string) => void;
}

function Editor({ archiveId, cue, onLeave }: EditorProps) {
  const [draft, setDraft] = useState(cue.words);
  const [seen, setSeen] = useState(cue.words);
  const [fault, setFault] = useState('');
  const [isBusy, setBusy] = useState(false);
  const isConflict = seen !== cue.words;
  const save = async () => {
    const words = onOneLine(draft);
    if (words === seen) return onLeave(seen);
    setBusy(true);
    setFault('');
    try {
      const { cue_id: _id, words: _words, ...times } = cue;
      const input = { archive_id: archiveId, ...times, words_before: seen, words };
      const reply = await runAction('archive.correct-cue', input);
      showToast(words === '' ? text.deleted : text.done, reply.outcome === 'done' ? reply.undo : null);
      return onLeave(words);
    } catch (error) {
      const now = changedWords(error);
      // Also if the reply to a former try was lost.
      if (now === words) return onLeave(words);
      if (now === null) setFault(faultText(error));
      else setSeen(now);
    }
    setBusy(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter and Escape of an input method choose characters.
    if (event.nativeEvent.isComposing || isBusy) return;
    if (event.key === 'Escape') onLeave(seen);
    else if (event.key === 'Enter') void save();
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.editor}>
      <div role="alert">
        {isConflict && (
          <>
            <p>{seen === '' ? text.theyDeleted : text.theirs}</p>
            {seen !== '' && <p className={styles.theirs}>{seen}</p>}
            <p>{text.yours}</p>
          </>
        )}
        {fault !== '' && <p>{fault}</p>}
      </div>
      <textarea
        aria-label={text.field(clockOf(cue.starts_ts))}
        rows={1}
        maxLength={MAX_WORDS_CHARS}
        value={draft}
        readOnly={isBusy}
        {...FOCUSED}
        onChange={({ target }) => setDraft(target.value)}
        onKeyDown={onKeyDown}
      />
      <p className={styles.buttons}>
        <Button size="small" disabled={isBusy} onClick={() => void save()}>
          {isConflict ? text.useYours : archiveWordsText.save}
        </Button>
        <Button size="small" tone="outline" disabled={isBusy} onClick={() => onLeave(seen)}>
          {isConflict ? text.useTheirs : archiveWordsText.cancel}
        </Button>
      </p>
    </div>
  );
}

interface Props {
  archiveId: number;
  cue: Cue;
  /** It is being heard. */
  isCurrent: boolean;
  mayEdit: boolean;
  onSeek: (ts: number) => void;
  /** Saved, or changed by somebody else; empty: deleted. */
  onChanged: (words: string) => void;
}

/** A sentence of a transcript, heard from its time and corrected in place. */
export function Sentence({ archiveId, cue, isCurrent, mayEdit, onSeek, onChanged }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [hasLeft, setLeft] = useState(false);
  const clock = clockOf(cue.starts_ts);
  return (
    <li aria-current={isCurrent ? 'true' : undefined} className={styles.row}>
      <button
        type="button"
        className={styles.clock}
        aria-label={archiveWordsText.hear(clock)}
        onClick={() => onSeek(cue.starts_ts)}
      >
        {clock}
      </button>
      {isOpen ? (
        <Editor
          archiveId={archiveId}
          cue={cue}
          onLeave={(words) => {
            setLeft(true);
            setOpen(false);
            if (words !== cue.words) onChanged(words);
          }}
        />
      ) : mayEdit ? (
        <button type="button" className={styles.words} {...(hasLeft ? FOCUSED : {})} onClick={() => setOpen(true)}>
          {cue.words}
        </button>
      ) : (
        <p className={styles.words}>{cue.words}</p>
      )}
    </li>
  );
}
