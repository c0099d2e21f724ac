import { useState, type SubmitEvent } from 'react';
import { useRouteLoaderData } from 'react-router';
import { deskOnAirText as text } from '#app/text/zh-hk/desk-on-air.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { ActionDialog } from '../actions/action-dialog.tsx';
import { formText } from '../form-text.ts';
import type { Session } from '../session.ts';
import styles from './on-air-page.module.css';

/** Issues a token to a new or known encoder of a channel or an event, and shows it once. */
export function TokenForm({ stream }: { stream: number }) {
  const session = useRouteLoaderData<Session>('desk');
  const [name, setName] = useState<string | null>(null);
  const [token, setToken] = useState<string | null>(null);
  if (!session?.actions.includes('encoders.register')) return null;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setName(formText(event.currentTarget, 'name'));
  };
  return (
    <>
      <form onSubmit={submit} className={styles.token}>
        <label>
          {text.encoderName}
          <input name="name" required maxLength={60} pattern="[A-Za-z0-9_.\-]+" title={text.nameRule} />
        </label>
        <Button type="submit" size="small" tone="outline">
          {text.issue}
        </Button>
      </form>
      {name !== null && (
        <ActionDialog
          action="encoders.register"
          input={{ stream_id: stream, name }}
          words={text.issue}
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
