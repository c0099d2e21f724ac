import { useState, type SubmitEvent } from 'react';
import { deskText } from '#app/text/zh-hk/desk.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { faultText } from '../actions/fault-text.ts';
import { call, CallError, isSessionOver } from '../call.ts';
import { formText } from '../form-text.ts';
import { logInAgain } from './log-in-again.ts';
import { signChallenge } from './passkeys.ts';
import styles from './entry.module.css';

const text = deskText.proof;

/** A passkey that was not used, and a wrong code, are told alike. */
const proofFaultText = (error: unknown): string =>
  error instanceof CallError && (error.status === 0 || error.status === 429 || error.status >= 500)
    ? faultText(error)
    : text.wrong;

/** Proves the caller again; `onProved` then repeats the call that was refused with 10011. */
export function ProofDialog({ onProved, onClose }: { onProved: () => void; onClose: () => void }) {
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const prove = async (work: () => Promise<object>) => {
    if (isBusy) return;
    setFault(null);
    setBusy(true);
    try {
      await call('/api/staff/proof', await work());
    } catch (error) {
      setBusy(false);
      if (!isSessionOver(error)) return setFault(proofFaultText(error));
      // A log-in is a proof, and its code counts once: what was typed here is not sent again.
      if (!(await logInAgain())) return setFault(faultText(error));
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
          <Button aria-busy={isBusy} onClick={() => void prove(async () => ({ credential: await signChallenge() }))}>
            {text.passkey}
          </Button>
        </>
      }
    >
      <p>{text.words}</p>
      <p role="alert" className={styles.fault}>
        {fault}
      </p>
      <form className={styles.form} onSubmit={byCode}>
        <label>
          {text.code}
          <input name="code" autoComplete="one-time-code" required maxLength={40} />
        </label>
        <Button type="submit" tone="outline" aria-busy={isBusy}>
          {text.submit}
        </Button>
      </form>
    </Dialog>
  );
}
