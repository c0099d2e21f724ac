import { useState, useSyncExternalStore } from 'react';
import { useFetcher } from 'react-router';
import { FormField } from '#app/forms/form-field.tsx';
import { dayWords, accountText } from '#app/text/zh-hk/account.ts';
import { Icon } from '#app/ui/icon.tsx';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import {
  AccountForm,
  DoneLine,
  useAccountForm,
  useTakenAway,
  type AccountReply,
} from '#app/pages/account/account-form.tsx';
import { PASSKEY_FORMS } from '#domain/passkeys/passkeys.rules.ts';
import type { ReauthenticationNeed } from '#app/pages/account/own-page.server.ts';
import type { loader } from './security.server.ts';
import styles from '#app/pages/account/account.module.css';

const text = accountText.security;
type Key = Awaited<ReturnType<typeof loader>>['passkeys'][number];

const never = () => () => {};
const knowsPasskeys = () =>
  typeof PublicKeyCredential === 'function' && 'parseCreationOptionsFromJSON' in PublicKeyCredential;

/** Creates a passkey on the device with the server's options, and posts the result. */
function AddPasskey({ proof }: { proof: ReauthenticationNeed }) {
  const isKnown = useSyncExternalStore(never, knowsPasskeys, () => null);
  const asked = useAccountForm('passkeyOptions');
  const adding = useFetcher<AccountReply>({ key: 'passkeyAdd:' });
  const [isWaiting, setWaiting] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const added = adding.data?.isDone ? adding.data : undefined;

  async function make({ told }: AccountReply): Promise<void> {
    setWaiting(true);
    setFailed(false);
    try {
      const options = told['options'] as PublicKeyCredentialCreationOptionsJSON;
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
      const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
      const credential = JSON.stringify(made.toJSON());
      await adding.submit({ intent: 'passkeyAdd', credential }, { method: 'post' });
    } catch {
      setFailed(true);
    } finally {
      setWaiting(false);
    }
  }

  // A key rejected by the server counts as failed.
  const isRefused = adding.data !== undefined && !adding.data.isDone;
  if (isKnown === false) return <p className={styles.lead}>{text.passkeyUnsupported}</p>;
  return (
    <div className={styles.boxed}>
      <noscript>
        <p>{text.passkeyNoScripts}</p>
      </noscript>
      <AccountForm
        intent="passkeyOptions"
        proof={proof}
        submit={isWaiting || asked.isSending || adding.state !== 'idle' ? text.passkeyAdding : text.passkeyAdd}
        onDone={(reply) => void make(reply)}
      />
      {(hasFailed || isRefused) && !isWaiting && (
        <p className={styles.problem} role="alert">
          <Icon name="circle-alert" />
          <span>{text.passkeyFault}</span>
        </p>
      )}
      <DoneLine isDone={added?.isDone} words={text.passkeyAdded} />
    </div>
  );
}

function PasskeyItem({
  passkey,
  proof,
  onRemoved,
}: {
  passkey: Key;
  proof: ReauthenticationNeed;
  onRemoved: () => void;
}) {
  const thing = String(passkey.id);
  const renamed = useAccountForm('passkeyRename', thing).reply;
  const removed = useAccountForm('passkeyRemove', thing).reply;
  const isRefused = [renamed, removed].some((reply) => reply && !reply.isDone);
  return (
    <li className={styles.item}>
      <div>
        <b>{passkey.name}</b>
        <p className={styles.meta}>
          <span>{passkey.usedAtMs === null ? text.passkeyUnused : text.passkeyUsed(dayWords(passkey.usedAtMs))}</span>
          <span>{text.passkeyMade(dayWords(passkey.createdAtMs))}</span>
          {passkey.isBackedUp && <span>{text.passkeySynced}</span>}
        </p>
      </div>
      <details open={isRefused || undefined}>
        <summary className={styles.quiet}>
          {text.manage} <span className="vh">{passkey.name}</span>
        </summary>
        <div className={styles.editor}>
          <AccountForm
            key={passkey.name}
            intent="passkeyRename"
            rules={PASSKEY_FORMS.rename}
            thing={thing}
            values={{ name: passkey.name }}
            submit={text.passkeyRename}
          >
            {(state) => <FormField state={state} name="name" label={text.passkeyName} isCounted />}
          </AccountForm>
          <AccountForm
            intent="passkeyRemove"
            thing={thing}
            tone="danger"
            submit={text.passkeyRemove}
            label={text.passkeyRemoveOf(passkey.name)}
            proof={proof}
            onDone={onRemoved}
          />
        </div>
      </details>
      <DoneLine isDone={renamed?.isDone} words={text.passkeyRenamed} />
    </li>
  );
}

/** A member's passkeys, beside the password. */
export function OwnPasskeys({ passkeys, proof }: { passkeys: readonly Key[]; proof: ReauthenticationNeed }) {
  const removed = useTakenAway('passkeyRemove');
  return (
    <section className={styles.section}>
      <SectionHeading>{text.passkeys}</SectionHeading>
      <p>{text.passkeysLead}</p>
      {passkeys.length === 0 ? (
        <p className={styles.lead}>{text.noPasskeys}</p>
      ) : (
        <ul className={styles.rows}>
          {passkeys.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} proof={proof} onRemoved={removed.take} />
          ))}
        </ul>
      )}
      <DoneLine isDone={removed.isTaken} words={text.passkeyRemoved} />
      <AddPasskey proof={proof} />
    </section>
  );
}
