import { useState, type SubmitEvent } from 'react';
import { useRouteLoaderData } from 'react-router';
import { deskOnAirText as text } from '#app/text/zh-hk/desk-on-air.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { ActionDialog } from '../actions/action-dialog.tsx';
import { formText } from '../form-text.ts';
import type { Session } from '../session.ts';
import styles from './on-air-page.module.css';

interface Props {
  /** Its input also has the name that is typed. */
  action: string;
  input: object;
  label: string;
  words: string;
}

/** Issues a token to a new or known encoder or captioner, and shows it once. */
export function TokenForm({ action, input, label, words }: Props) {
  const session = useRouteLoaderData<Session>('desk');
  const [name, setName] = useState<string | null>(null);
  const [token, setToken] = useState<string | null>(null);
  if (!session?.actions.includes(action)) return null;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setName(formText(event.currentTarget, 'name'));
  };
  return (
    <>
      <form onSubmit={submit} className={styles.token}>
        <label>
          {label}
          <input name="name" required maxLength={60} pattern="[A-Za-z0-9_.\-]+" title={text.nameRule} />
        </label>
        <Button type="submit" size="small" tone="outline">
          {words}
        </Button>
      </form>
      {name !== null && (
        <ActionDialog
          action={action}
          input={{ ...input, name }}
          words={words}
          onDone={({ token: issued }) => setToken(typeof issued === 'string' ? issued : null)}
          onClose={() => setName(null)}
        />
      )}
      {token !== null && (
        <Dialog
          title={text.tokenTitle}
          dismissible={false}
          onClose={() => setToken(null)}
          actions={<Button onClick={() => setToken(null)}>{text.tokenKept}</Button>}
        >
          <p>{text.tokenOnce}</p>
          <p className={styles.secret}>
            <code>{token}</code>
          </p>
        </Dialog>
      )}
    </>
  );
}
