import { useEffect, useState } from 'react';
import { lettersText as text } from '#app/text/zh-hk/desk-letters.ts';
import { Button } from '#app/ui/button.tsx';
import { ActionButton } from '../actions/action-button.tsx';
import { call } from '../call.ts';
import { pressed } from '../entry/log-in-again.ts';
import money from '../money/money.module.css';
import type { Letter } from './letter.types.ts';

const SHOWN_MS = 5 * 60_000;

type Contact = Pick<Letter, 'email' | 'phone'>;

/** The sender. Address and number are masked until a reason is stated, and again after five minutes. */
export function Sender({ letter }: { letter: Letter }) {
  const [contact, setContact] = useState<Contact | null>(null);
  const [isFault, setFault] = useState(false);
  useEffect(() => {
    if (contact === null) return undefined;
    const timer = setTimeout(() => setContact(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [contact]);
  const show = () => {
    setFault(false);
    pressed(() => call<Contact>(`/api/staff/letters/${letter.letter_id}/contact`)).then(setContact, () =>
      setFault(true),
    );
  };
  const { email, phone } = contact ?? letter;
  return (
    <>
      <dl className={money.facts} aria-live="polite">
        <dt>{text.from}</dt>
        <dd>{letter.name}</dd>
        <dt>{text.email}</dt>
        <dd>{email ?? text.none}</dd>
        <dt>{text.phone}</dt>
        <dd>{phone ?? text.none}</dd>
      </dl>
      <div className={money.words}>
        {contact === null ? (
          <ActionButton
            action="letters.see-contact"
            input={{ letter_id: letter.letter_id }}
            words={text.see}
            onDone={show}
            size="small"
            tone="outline"
          />
        ) : (
          <Button size="small" tone="outline" onClick={() => setContact(null)}>
            {text.hide}
          </Button>
        )}
        {isFault && <p role="alert">{text.notShown}</p>}
      </div>
    </>
  );
}
