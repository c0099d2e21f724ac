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
        <p>{text.againWords(name)}</p>
        <LogInForm email={email} onEntered={goOn} />
      </div>
    </Dialog>
  );
}
