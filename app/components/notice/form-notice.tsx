import { formsText } from '#app/text/zh-hk/forms.ts';
import { momentWords } from '#app/text/zh-hk/moment.ts';
import styles from './form-notice.module.css';

interface Notice {
  /** Staff have switched the form off: what they say about it, and until when. */
  off: { message: string; endsAtMs: number } | null;
  /** The station's text above the form; empty: none. */
  note: string;
}

/** What a page says before its form, so that nobody types what will be refused. */
export function FormNotice({ notice: { off, note } }: { notice: Notice }) {
  if (off === null && note === '') return null;
  return (
    <div className={styles.notice} data-off={off !== null || undefined}>
      {off && (
        <p>
          <b>{off.message}</b> {formsText.backAt(momentWords(off.endsAtMs))}
        </p>
      )}
      {note !== '' && <p>{note}</p>}
    </div>
  );
}
