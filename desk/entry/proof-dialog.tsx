import { useState, type SubmitEvent } from 'react';
import { deskText } from '#app/text/zh-hk/desk.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { call } from '../call.ts';
import { formText } from '../form-text.ts';
import { signChallenge } from './passkeys.ts';
import styles from './entry.module.css';

const text = deskText.proof;

/** Proves the caller again; `onProved` then repeats the call that was refused with 10011. */
export function ProofDialog({ onProved, onClose }: { onProved: () => void; onClose: () => void }) {
  const [isWrong, setIsWrong] = useState(false);
  const prove = async (work: () => Promise<object>) => {
    setIsWrong(false);
    try {
      await call('/api/staff/proof', await work());
    } catch {
      return setIsWrong(true);
    }
    onProved();
  };
  const byCode = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = formText(event.currentTarget, 'code');
    void prove(async () => ({ code }));
  };
  return (
    <Dialog
      title={text.title}
      onClose={onClose}
      actions={
        <>
          <Button tone="outline" onClick={onClose}>
            {text.cancel}
          </Button>
          <Button onClick={() => void prove(async () => ({ credential: await signChallenge() }))}>
            {text.passkey}
          </Button>
        </>
      }
    >
      <p>{text.words}</p>
      <p role="alert" className={styles.fault}>
        {isWrong ? text.wrong : null}
      </p>
      <form className={styles.form} onSubmit={byCode}>
        <label>
          {text.code}
          <input name="code" autoComplete="one-time-code" required maxLength={40} />
        </label>
        <Button type="submit" tone="outline">
          {text.submit}
        </Button>
      </form>
    </Dialog>
  );
}
