import { useLayoutEffect, useRef } from 'react';
import { deskText } from '#app/text/zh-hk/desk.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { goOn, type Session } from '../session.ts';
import { answerLogIn } from './log-in-again.ts';
import { LogInForm } from './log-in-form.tsx';
import styles from './entry.module.css';

const text = deskText.logIn;

/** Over a room whose session has ended: the room and what was typed there stay. */
export function LogInDialog({ name, email }: Pick<Session, 'name' | 'email'>) {
  const putOff = () => answerLogIn(false);
  const words = useRef<HTMLParagraphElement>(null);
  // It comes unasked: a key that was meant for the room must press nothing here.
  useLayoutEffect(() => words.current?.focus(), []);
  return (
    <Dialog
      title={text.again}
      onClose={putOff}
      actions={
        <Button tone="outline" onClick={putOff}>
          {text.later}
        </Button>
      }
    >
      <div className={styles.again}>
        <p ref={words} tabIndex={-1} className={styles.words}>
          {text.againWords(name)}
        </p>
        <LogInForm email={email} onEntered={goOn} />
      </div>
    </Dialog>
  );
}
