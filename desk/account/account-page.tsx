import { useState } from 'react';
import { useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router';
import { deskText } from '#app/text/zh-hk/desk.ts';
import { Button } from '#app/ui/button.tsx';
import { dateTimeHk } from '#shared/hk-time.ts';
import { faultText } from '../actions/fault-text.ts';
import { useFocusHeir } from '../actions/use-focus-heir.ts';
import { call, CallError, isSessionOver } from '../call.ts';
import { pressed } from '../entry/log-in-again.ts';
import { Panel, RoomHead } from '../frame/panel.tsx';
import { usePageTitle } from '../frame/use-page-title.ts';
import styles from './account-page.module.css';

interface Loaded {
  items: {
    session_id: number;
    is_current: boolean;
    user_agent: string;
    remote_ip: string;
    created_ts: number;
    seen_ts: number;
  }[];
  getsMail: boolean;
}

const text = deskText.account;
const at = (seconds: number) => dateTimeHk(new Date(seconds * 1000));

export async function loadAccount({ request: { signal } }: LoaderFunctionArgs): Promise<Loaded> {
  const [{ items }, { is_on: getsMail }] = await Promise.all([
    call<Pick<Loaded, 'items'>>('/api/staff/sessions', undefined, signal),
    call<{ is_on: boolean }>('/api/staff/morning-mail', undefined, signal),
  ]);
  return { items, getsMail };
}

/** A press that sends a call and shows what is stored then; one at a time. */
function usePress() {
  const { revalidate } = useRevalidator();
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const send = async (path: string, body: object) => {
    if (isBusy) return;
    setBusy(true);
    setFault(null);
    try {
      await pressed(() => call(path, body));
      await revalidate();
    } catch (error) {
      setFault(faultText(error));
      // Without a network, or a session, what is shown stays.
      if (!isSessionOver(error) && !(error instanceof CallError && error.status === 0)) await revalidate();
    } finally {
      setBusy(false);
    }
  };
  return { send, fault, isBusy };
}

/** Switches the morning mail. The box shows what is stored, not what was pressed. */
function MorningMail({ getsMail }: { getsMail: boolean }) {
  const { send, fault, isBusy } = usePress();
  return (
    <Panel title={text.morning}>
      <div className={styles.morning}>
        <label>
          <input
            type="checkbox"
            checked={getsMail}
            aria-busy={isBusy}
            onChange={(event) => void send('/api/staff/morning-mail', { is_on: event.target.checked })}
          />
          {text.morningOn}
        </label>
        <p>{text.morningNote}</p>
        <p role="alert">{fault}</p>
      </div>
    </Panel>
  );
}

/** Ends sessions, and goes with them. */
function EndButton({ words, isBusy, onPress }: { words: string; isBusy: boolean; onPress: () => void }) {
  const button = useFocusHeir();
  return (
    <Button ref={button} size="small" tone="outline" aria-busy={isBusy} onClick={onPress}>
      {words}
    </Button>
  );
}

/** The caller's sessions, each of which can be ended, and the morning mail. */
export function AccountPage() {
  const { items, getsMail } = useLoaderData<Loaded>();
  const { send, fault, isBusy } = usePress();
  usePageTitle(text.title);
  return (
    <>
      <RoomHead title={text.title} />
      <MorningMail getsMail={getsMail} />
      <Panel title={text.sessions}>
        {items.length > 1 && (
          <EndButton
            words={text.endOthers}
            isBusy={isBusy}
            onPress={() => void send('/api/staff/sessions/endOthers', {})}
          />
        )}
        <p role="alert">{fault}</p>
        <ul>
          {items.map((session) => (
            <li key={session.session_id} className={styles.session}>
              <dl>
                <dt>{text.began}</dt>
                <dd>{at(session.created_ts)}</dd>
                <dt>{text.seen}</dt>
                <dd>{at(session.seen_ts)}</dd>
                <dt>{text.address}</dt>
                <dd>{session.remote_ip}</dd>
                <dt>{text.browser}</dt>
                <dd>{session.user_agent}</dd>
              </dl>
              {session.is_current ? (
                <b>{text.current}</b>
              ) : (
                <EndButton
                  words={text.end}
                  isBusy={isBusy}
                  onPress={() => void send('/api/staff/sessions/end', { session_id: session.session_id })}
                />
              )}
            </li>
          ))}
        </ul>
      </Panel>
    </>
  );
}
