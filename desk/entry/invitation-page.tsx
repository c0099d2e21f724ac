import qrcode from 'qrcode-generator';
import { useCallback, useEffect, useState, type SubmitEvent } from 'react';
import { useNavigate } from 'react-router';
import { deskText } from '#app/text/zh-hk/desk.ts';
import { Button } from '#app/ui/button.tsx';
import { Wordmark } from '#app/ui/wordmark.tsx';
import { faultText, isConflict } from '../actions/fault-text.ts';
import { call, CallError } from '../call.ts';
import { formText } from '../form-text.ts';
import { deskPaths } from '../desk-paths.ts';
import { usePageTitle } from '../frame/use-page-title.ts';
import { createCredential } from './passkeys.ts';
import styles from './entry.module.css';

interface Invited {
  name: string;
  email: string;
  passkeys: { name: string }[];
  has_totp: boolean;
}

const NEEDED = 2;
const text = deskText.invitation;

/** The QR code of an authenticator URI, as an image. */
function QrCode({ uri }: { uri: string }) {
  const code = qrcode(0, 'M');
  code.addData(uri);
  code.make();
  return <img className={styles.qr} src={code.createDataURL(4, 8)} alt={text.scan} width={176} height={176} />;
}

/** Where an invited person registers two authenticators. The secret of the link is in the fragment: no server logs it. */
export function InvitationPage() {
  const navigate = useNavigate();
  const [secret] = useState(() => location.hash.slice(1));
  const [person, setPerson] = useState<Invited | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [uri, setUri] = useState<string | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  usePageTitle(text.title);

  const load = useCallback(async () => {
    try {
      setPerson(await call<Invited>('/api/staff/invitation', { secret }));
    } catch (error) {
      setFault(error instanceof CallError && error.status === 0 ? deskText.failed.offline : text.expired);
    }
  }, [secret]);
  useEffect(() => void load(), [load]);

  const attempt = async (work: () => Promise<unknown>, refused: string) => {
    setFault(null);
    try {
      await work();
      await load();
    } catch (error) {
      setFault(isConflict(error) ? faultText(error) : refused);
    }
  };
  const addPasskey = () =>
    void attempt(async () => {
      const name = text.passkeyName((person?.passkeys.length ?? 0) + 1);
      await call('/api/staff/invitation/passkey', { secret, name, credential: await createCredential(secret) });
    }, text.failed);
  const addApp = () =>
    void attempt(
      async () => setUri((await call<{ uri: string }>('/api/staff/invitation/totp', { secret })).uri),
      text.failed,
    );
  const confirmApp = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = formText(event.currentTarget, 'code');
    void attempt(async () => {
      await call('/api/staff/invitation/totp/confirm', { secret, code });
      setUri(null);
    }, text.wrongCode);
  };
  const activate = async () => {
    try {
      const { recovery_codes: shown } = await call<{ recovery_codes: string[] }>('/api/staff/invitation/activate', {
        secret,
      });
      setCodes(shown);
    } catch (error) {
      setFault(isConflict(error) ? faultText(error) : text.failed);
    }
  };

  const registered = person === null ? 0 : person.passkeys.length + (person.has_totp ? 1 : 0);
  return (
    <main id="main" tabIndex={-1} className={styles.page}>
      <Wordmark label={deskText.name} className={styles.mark} />
      <h1>{codes ? text.recovery : person ? text.hello(person.name) : text.title}</h1>
      <p role="alert" className={styles.fault}>
        {fault}
      </p>
      {codes && (
        <>
          <p>{text.recoveryHint}</p>
          <ul className={styles.codes}>
            {codes.map((code) => (
              <li key={code}>
                <code className={styles.secret}>{code}</code>
              </li>
            ))}
          </ul>
          <Button onClick={() => void navigate(deskPaths.home(), { replace: true })}>{text.saved}</Button>
        </>
      )}
      {person && !codes && (
        <>
          <p>{text.lead}</p>
          <h2>{text.registered}</h2>
          <ul>
            {person.passkeys.map(({ name }) => (
              <li key={name}>{name}</li>
            ))}
            {person.has_totp && <li>{text.app}</li>}
          </ul>
          <p role="status">{registered < NEEDED ? text.missing(NEEDED - registered) : null}</p>
          <Button tone="outline" onClick={addPasskey}>
            {text.addPasskey}
          </Button>
          {!person.has_totp && uri === null && (
            <Button tone="outline" onClick={addApp}>
              {text.addApp}
            </Button>
          )}
          {uri !== null && (
            <form className={styles.form} onSubmit={confirmApp}>
              <p>{text.scan}</p>
              <QrCode uri={uri} />
              <p className={styles.hint}>
                {text.secret} <code className={styles.secret}>{new URL(uri).searchParams.get('secret')}</code>
              </p>
              <label>
                {text.firstCode}
                <input
                  name="code"
                  inputMode="numeric"
                  pattern="\d{6}"
                  maxLength={6}
                  autoComplete="one-time-code"
                  required
                />
              </label>
              <Button type="submit">{text.confirm}</Button>
            </form>
          )}
          {registered >= NEEDED && <Button onClick={() => void activate()}>{text.activate}</Button>}
        </>
      )}
    </main>
  );
}
