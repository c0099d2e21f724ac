import { useState, type SubmitEvent } from 'react';
import { useRevalidator } from 'react-router';
import { lettersText as text } from '#app/text/zh-hk/desk-letters.ts';
import { Button } from '#app/ui/button.tsx';
import { MAX_ANSWER_CHARS } from '#domain/contact/contact.rules.ts';
import { faultText } from '../actions/fault-text.ts';
import { runAction } from '../actions/run-action.ts';
import { showToast } from '../actions/toasts.ts';
import { CallError } from '../call.ts';
import { useLeaveGuard } from '../directory/use-leave-guard.ts';
import money from '../money/money.module.css';
import type { Letter } from './letter.types.ts';
import styles from './letters.module.css';

/**
 * An answer by mail. What was typed stays if it is refused, also if somebody else closed the letter meanwhile; the
 * letter is then read again.
 */
export function AnswerForm({
  letter: { letter_id: id, version, closed_ts: closedTs },
}: {
  letter: Pick<Letter, 'letter_id' | 'version' | 'closed_ts'>;
}) {
  const { revalidate } = useRevalidator();
  const [words, setWords] = useState('');
  const [closes, setCloses] = useState(true);
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  // A retry after a lost reply is the same request; other words are another.
  const [key, setKey] = useState(() => crypto.randomUUID());
  useLeaveGuard(words.trim() !== '');
  const change = <T,>(set: (value: T) => void, value: T) => {
    set(value);
    setKey(crypto.randomUUID());
  };
  async function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setBusy(true);
    setFault(null);
    try {
      await runAction('letters.answer', { letter_id: id, version, text: words, close: closes }, { key });
      change(setWords, '');
      showToast(text.sent);
      await revalidate();
    } catch (error) {
      setFault(faultText(error));
      if (error instanceof CallError && error.status === 409) {
        setKey(crypto.randomUUID());
        await revalidate();
      }
    } finally {
      setBusy(false);
    }
  }
  const isClosed = closedTs !== null;
  if (isClosed && words === '') return null;
  return (
    <form className={styles.answer} onSubmit={(event) => void send(event)}>
      <p className={money.small}>{text.answerNote}</p>
      <label>
        {text.answer}
        <textarea
          required
          rows={8}
          maxLength={MAX_ANSWER_CHARS}
          value={words}
          onChange={(event) => change(setWords, event.target.value)}
        />
      </label>
      <label className={styles.check}>
        <input type="checkbox" checked={closes} onChange={(event) => change(setCloses, event.target.checked)} />
        {text.alsoClose}
      </label>
      <p role="alert" className={money.fault}>
        {isClosed ? text.closedMeanwhile : fault}
      </p>
      <Button type="submit" disabled={isBusy || isClosed || words.trim() === ''}>
        {text.send}
      </Button>
    </form>
  );
}
