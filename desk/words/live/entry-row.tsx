import { useState } from 'react';
import { deskLiveBlogText as text } from '#app/text/zh-hk/desk-live-blog.ts';
import { wordsText } from '#app/text/zh-hk/desk-words.ts';
import { Button } from '#app/ui/button.tsx';
import { MAX_NOTE } from '#domain/live-blogs/live-blogs.rules.ts';
import { pictureUrl } from '#shared/media/picture.ts';
import { ActionButton } from '../../actions/action-button.tsx';
import { DirectButton } from '../../actions/direct-button.tsx';
import { call } from '../../call.ts';
import { useLeaveGuard } from '../../directory/use-leave-guard.ts';
import { TextField } from '../field.tsx';
import { clockOf, hasText, inputOf, type DeskEntry, type Written } from './live-types.ts';
import { WrittenFields } from './written-fields.tsx';
import styles from './live-blog.module.css';

/** Stored HTML as lines of text. */
const linesOf = (html: string): string => {
  const { body } = new DOMParser().parseFromString(
    html.replaceAll(/<\/(p|li|h\d|blockquote)>|<br>/g, '\n'),
    'text/html',
  );
  return body.textContent.trim();
};

const writtenOf = ({ html, picture, sound }: Written): Written => ({ html, picture, sound });

function Correction({ entry, onDone, onClose }: { entry: DeskEntry; onDone: () => void; onClose: () => void }) {
  const [written, setWritten] = useState(() => writtenOf(entry));
  const [note, setNote] = useState('');
  useLeaveGuard(note !== '' || JSON.stringify(written) !== JSON.stringify(writtenOf(entry)));
  return (
    <div className={styles.write}>
      <WrittenFields
        value={written}
        onChange={(change) => setWritten((former) => ({ ...former, ...change }))}
        onPost={() => undefined}
      />
      <TextField label={text.correctNote} value={note} onChange={(next) => setNote(next.slice(0, MAX_NOTE))} />
      <div className={styles.row}>
        <ActionButton
          action="live-blogs.correct"
          input={{ entry_id: entry.id, revision: entry.revision, ...inputOf(written), note: note.trim() }}
          words={text.correct}
          disabled={note.trim() === '' || !hasText(written)}
          onDone={() => {
            onClose();
            onDone();
          }}
        />
        <Button tone="outline" onClick={onClose}>
          {text.cancel}
        </Button>
      </div>
    </div>
  );
}

function Withdrawal({ entry, onDone, onClose }: { entry: DeskEntry; onDone: () => void; onClose: () => void }) {
  const [note, setNote] = useState('');
  useLeaveGuard(note !== '');
  return (
    <div className={styles.write}>
      <TextField label={text.withdrawNote} value={note} onChange={(next) => setNote(next.slice(0, MAX_NOTE))} />
      <div className={styles.row}>
        <ActionButton
          action="live-blogs.withdraw"
          input={{ entry_id: entry.id, note: note.trim() }}
          words={text.withdraw}
          tone="danger"
          onDone={() => {
            onClose();
            onDone();
          }}
        />
        <Button tone="outline" onClick={onClose}>
          {text.cancel}
        </Button>
      </div>
    </div>
  );
}

interface Former extends Written {
  revision: number;
  replaced_ts: number;
}

/** What an entry was before its corrections, loaded when it is opened. */
function FormerVersions({ entry }: { entry: DeskEntry }) {
  const [items, setItems] = useState<Former[] | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const load = () => {
    if (items !== null) return;
    call<{ items: Former[] }>(`/api/staff/live-entries/${entry.id}/revisions`).then(
      ({ items: found }) => setItems(found),
      () => setFailed(true),
    );
  };
  return (
    <details onToggle={load}>
      <summary>{text.former}</summary>
      {hasFailed && <p role="alert">{text.failing}</p>}
      {items?.map(({ revision, html, replaced_ts: at }) => (
        <p key={revision} className={`${styles.former} ${styles.words}`}>
          {`${wordsText.at(at)}\n${linesOf(html)}`}
        </p>
      ))}
    </details>
  );
}

/** One entry with its actions. */
export function EntryRow({ entry, onDone }: { entry: DeskEntry; onDone: () => void }) {
  const [open, setOpen] = useState<'correct' | 'withdraw' | null>(null);
  const { id, withdrawn, is_pinned: isPinned, picture, sound } = entry;
  const close = () => setOpen(null);
  return (
    <li className={withdrawn ? styles.gone : undefined}>
      <p className={styles.meta}>
        <time dateTime={new Date(entry.posted_ts * 1000).toISOString()}>{wordsText.at(entry.posted_ts)}</time>
        <span>{text.by(entry.posted_by, entry.byline !== '')}</span>
        {sound && <span>{text.hear(sound.channel, clockOf(sound.at_ts))}</span>}
        {isPinned && <b>{text.pinned}</b>}
      </p>
      <p className={styles.words}>{linesOf(entry.html)}</p>
      {picture && <img src={pictureUrl(picture.picture, '160.webp')} alt={picture.alt} width={120} height={90} />}
      {entry.corrections.map(({ at_ts: at, note }) => (
        <p key={at} className={styles.hint}>
          {text.corrected(wordsText.at(at), note)}
        </p>
      ))}
      {withdrawn && <p className={styles.hint}>{`${text.withdrawn}　${withdrawn.note}`}</p>}
      {entry.revision > 1 && <FormerVersions key={entry.revision} entry={entry} />}
      {open === 'correct' && <Correction entry={entry} onDone={onDone} onClose={close} />}
      {open === 'withdraw' && <Withdrawal entry={entry} onDone={onDone} onClose={close} />}
      {open === null && (
        <div className={styles.row}>
          {withdrawn ? (
            <DirectButton
              action="live-blogs.restore"
              input={{ entry_id: id }}
              words={text.restore}
              tone="outline"
              size="small"
              onDone={onDone}
            />
          ) : (
            <>
              <DirectButton
                action="live-blogs.pin"
                input={{ entry_id: id, is_pinned: !isPinned }}
                words={isPinned ? text.unpin : text.pin}
                tone="outline"
                size="small"
                onDone={onDone}
              />
              <Button tone="outline" size="small" onClick={() => setOpen('correct')}>
                {text.edit}
              </Button>
              <Button tone="outline" size="small" onClick={() => setOpen('withdraw')}>
                {text.withdraw}
              </Button>
            </>
          )}
        </div>
      )}
    </li>
  );
}
