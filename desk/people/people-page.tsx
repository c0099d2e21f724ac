import { useState, type SubmitEvent } from 'react';
import { useLoaderData, useOutletContext, useRevalidator, type LoaderFunctionArgs } from 'react-router';
import { deskText, permissionText, roleText } from '#app/text/zh-hk/desk.ts';
import { Button } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { call, CallError } from '../call.ts';
import { formText } from '../form-text.ts';
import { ProofDialog } from '../entry/proof-dialog.tsx';
import { Panel, RoomHead } from '../frame/panel.tsx';
import { usePageTitle } from '../frame/use-page-title.ts';
import type { Session } from '../session.ts';
import styles from './people-page.module.css';

interface Held {
  role: string;
  scope: { kind: string; id: string } | null;
}
interface Person {
  account_id: number;
  name: string;
  email: string;
  state: string;
  roles: Held[];
}
interface Loaded {
  accounts: Person[];
  roles: { name: string; permissions: string[] }[];
  permissions: string[];
}

const PROOF_NEEDED = 10011;
const text = deskText.people;

export const loadPeople = ({ request }: LoaderFunctionArgs): Promise<Loaded> =>
  call<Loaded>('/api/staff/accounts', undefined, request.signal);

/** Who may enter the desk, with which roles, and what roles may do. */
export function PeoplePage() {
  const { accounts, roles, permissions } = useLoaderData<Loaded>();
  const session = useOutletContext<Session>();
  const { revalidate } = useRevalidator();
  const [told, setTold] = useState<{ isFault: boolean; words: string } | null>(null);
  const [refused, setRefused] = useState<(() => void) | null>(null);
  usePageTitle(text.title);
  const mayInvite = session.permissions.includes('staff.invite');
  const mayGrant = session.permissions.includes('staff.roles');

  async function change(verb: string, body: object, done: string): Promise<boolean> {
    setTold(null);
    try {
      await call(`/api/staff/accounts/${verb}`, body);
    } catch (error) {
      if (error instanceof CallError && error.code === PROOF_NEEDED) {
        setRefused(() => () => void change(verb, body, done));
        return false;
      }
      const isConflict = error instanceof CallError && error.status === 409;
      const status = error instanceof CallError ? error.status : 0;
      const words = isConflict
        ? text.conflict
        : status === 0
          ? deskText.failed.offline
          : deskText.failed.server(status);
      setTold({ isFault: true, words });
      return false;
    }
    setTold({ isFault: false, words: done });
    await revalidate();
    return true;
  }
  const invite = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const given = Object.fromEntries(new FormData(form)) as Record<string, string>;
    void change('invite', { ...given, scope: null }, text.invited(given['name'] ?? '')).then(
      (isDone) => isDone && form.reset(),
    );
  };

  return (
    <>
      <RoomHead title={text.title} />
      <p role={told?.isFault ? 'alert' : 'status'} className={told?.isFault ? styles.fault : styles.done}>
        {told?.words}
      </p>
      <Panel title={text.accounts}>
        {accounts.length === 0 && <p className={styles.empty}>{text.empty}</p>}
        <ul>
          {accounts.map((person) => (
            <li key={person.account_id} className={styles.person}>
              <div>
                <b>{person.name}</b>
                <span>{person.email}</span>
              </div>
              <span className={styles.state} data-state={person.state}>
                {text.state[person.state]}
              </span>
              <ul className={styles.roles}>
                {person.roles.map((held) => (
                  <li key={`${held.role}-${held.scope?.kind}-${held.scope?.id}`}>
                    {roleText(held.role)}
                    {held.scope && ` ${held.scope.id}`}
                    {mayGrant && (
                      <Ask
                        words={text.revoke(roleText(held.role))}
                        icon
                        onAsk={(reason) =>
                          change('revoke', { account_id: person.account_id, ...held, reason }, text.done)
                        }
                      />
                    )}
                  </li>
                ))}
              </ul>
              <div className={styles.acts}>
                {mayGrant && person.state !== 'disabled' && (
                  <GrantForm
                    roles={roles.map(({ name }) => name)}
                    onGrant={(role, reason) =>
                      change('grant', { account_id: person.account_id, role, scope: null, reason }, text.done)
                    }
                  />
                )}
                {mayInvite && person.state === 'invited' && (
                  <Ask
                    words={text.again}
                    onAsk={(reason) =>
                      change('invite-again', { account_id: person.account_id, reason }, text.invited(person.name))
                    }
                  />
                )}
                {mayInvite && person.state !== 'disabled' && (
                  <Ask
                    words={text.disable}
                    onAsk={(reason) => change('disable', { account_id: person.account_id, reason }, text.done)}
                  />
                )}
              </div>
            </li>
          ))}
        </ul>
      </Panel>
      {mayInvite && (
        <Panel title={text.invite}>
          <form className={styles.form} onSubmit={invite}>
            <label>
              {text.nameOf}
              <input name="name" required maxLength={60} />
            </label>
            <label>
              {text.email}
              <input name="email" type="email" required maxLength={254} />
            </label>
            <label>
              {text.role}
              <select name="role" required>
                {roles.map(({ name }) => (
                  <option key={name} value={name}>
                    {roleText(name)}
                  </option>
                ))}
              </select>
            </label>
            <label>
              {text.reason}
              <input name="reason" required maxLength={300} />
            </label>
            <Button type="submit">{text.submit}</Button>
          </form>
        </Panel>
      )}
      <Panel title={text.matrix}>
        {/* Keyboard users scroll it with keys. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <div className={styles.scroll} tabIndex={0} role="region" aria-label={text.matrix}>
          <table className={styles.matrix}>
            <thead>
              <tr>
                <th scope="col">{text.permission}</th>
                {roles.map(({ name }) => (
                  <th key={name} scope="col">
                    {roleText(name)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {permissions.map((permission) => (
                <tr key={permission}>
                  <th scope="row">{permissionText(permission)}</th>
                  {roles.map(({ name, permissions: held }) => (
                    <td key={name}>
                      {held.includes(permission) ? (
                        <>
                          <Icon name="check" />
                          <span className="vh">{text.has}</span>
                        </>
                      ) : (
                        <span className="vh">{text.hasNot}</span>
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Panel>
      {refused && (
        <ProofDialog
          onClose={() => setRefused(null)}
          onProved={() => {
            setRefused(null);
            refused();
          }}
        />
      )}
    </>
  );
}

const focusOnMount = (input: HTMLInputElement | null) => input?.focus();

/** A button that asks for the reason before it acts. */
function Ask({
  words,
  icon = false,
  onAsk,
}: {
  words: string;
  icon?: boolean;
  onAsk: (reason: string) => Promise<boolean>;
}) {
  const [open, setOpen] = useState(false);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const reason = formText(event.currentTarget, 'reason');
    void onAsk(reason).then((isDone) => isDone && setOpen(false));
  };
  if (!open)
    return icon ? (
      <button type="button" className={styles.remove} aria-label={words} onClick={() => setOpen(true)}>
        <Icon name="x" />
      </button>
    ) : (
      <Button size="small" tone="outline" onClick={() => setOpen(true)}>
        {words}
      </Button>
    );
  return (
    <form className={styles.ask} onSubmit={submit}>
      <label>
        {text.askReason(words)}
        <input name="reason" required maxLength={300} ref={focusOnMount} />
      </label>
      <Button size="small" type="submit" tone="danger">
        {words}
      </Button>
      <Button size="small" tone="quiet" onClick={() => setOpen(false)}>
        {deskText.proof.cancel}
      </Button>
    </form>
  );
}

function GrantForm({
  roles,
  onGrant,
}: {
  roles: string[];
  onGrant: (role: string, reason: string) => Promise<boolean>;
}) {
  const [open, setOpen] = useState(false);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { role, reason } = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    void onGrant(role ?? '', reason ?? '').then((isDone) => isDone && setOpen(false));
  };
  if (!open)
    return (
      <Button size="small" tone="outline" onClick={() => setOpen(true)}>
        {text.grant}
      </Button>
    );
  return (
    <form className={styles.ask} onSubmit={submit}>
      <label>
        {text.role}
        <select name="role">
          {roles.map((role) => (
            <option key={role} value={role}>
              {roleText(role)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {text.reason}
        <input name="reason" required maxLength={300} />
      </label>
      <Button size="small" type="submit">
        {text.grant}
      </Button>
      <Button size="small" tone="quiet" onClick={() => setOpen(false)}>
        {deskText.proof.cancel}
      </Button>
    </form>
  );
}
