import { useState, type SubmitEvent } from 'react';
import { useLoaderData, useOutletContext, type LoaderFunctionArgs } from 'react-router';
import { permissionText, roleText } from '#app/text/zh-hk/desk-names.ts';
import { deskText } from '#app/text/zh-hk/desk.ts';
import { Button } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { ActionButton } from '../actions/action-button.tsx';
import { ActionDialog } from '../actions/action-dialog.tsx';
import { call } from '../call.ts';
import { formText } from '../form-text.ts';
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

const text = deskText.people;

export const loadPeople = ({ request }: LoaderFunctionArgs): Promise<Loaded> =>
  call<Loaded>('/api/staff/accounts', undefined, request.signal);

/** Who may enter the desk, with which roles, and what roles may do. */
export function PeoplePage() {
  const { accounts, roles, permissions } = useLoaderData<Loaded>();
  const session = useOutletContext<Session>();
  const [invited, setInvited] = useState<{ email: string; name: string; role: string } | null>(null);
  usePageTitle(text.title);
  const mayInvite = session.permissions.includes('staff.invite');
  const grantable = roles.map(({ name }) => name).filter((name) => name !== 'break-glass');
  const mayGrant = session.permissions.includes('staff.roles');

  const rolesWith = (permission: string) => roles.filter(({ permissions: held }) => held.includes(permission));
  const whoMay = (permission: string): string => {
    const names = new Set(rolesWith(permission).map(({ name }) => name));
    const able = accounts.filter(
      ({ state, roles: held }) => state === 'active' && held.some(({ role }) => names.has(role)),
    );
    return able.map(({ name }) => name).join('、') || text.nobody;
  };

  const invite = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    setInvited({ email: formText(form, 'email'), name: formText(form, 'name'), role: formText(form, 'role') });
  };

  return (
    <>
      <RoomHead title={text.title} />
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
                    {held.role === 'break-glass' ? (
                      <ActionButton
                        action="staff.review-break-glass"
                        input={{ account_id: person.account_id }}
                        words={text.review}
                        size="small"
                        tone="quiet"
                      />
                    ) : (
                      <ActionButton
                        action="staff.revoke-role"
                        input={{ account_id: person.account_id, ...held }}
                        words={text.revoke(roleText(held.role))}
                        icon="x"
                        size="small"
                        tone="quiet"
                      />
                    )}
                  </li>
                ))}
              </ul>
              <div className={styles.acts}>
                {mayGrant && person.state !== 'disabled' && (
                  <GrantForm accountId={person.account_id} roles={grantable} />
                )}
                {person.state === 'invited' && (
                  <ActionButton
                    action="staff.invite-again"
                    input={{ account_id: person.account_id }}
                    words={text.again}
                    size="small"
                    tone="outline"
                  />
                )}
                {person.state !== 'disabled' && (
                  <ActionButton
                    action="staff.disable"
                    input={{ account_id: person.account_id }}
                    words={text.disable}
                    size="small"
                    tone="outline"
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
                <option value="">{text.chooseRole}</option>
                {grantable.map((name) => (
                  <option key={name} value={name}>
                    {roleText(name)}
                  </option>
                ))}
              </select>
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
                <th scope="col" className={styles.names}>
                  {text.whoMay}
                </th>
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
                  <td className={styles.names}>{whoMay(permission)}</td>
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
      {invited && (
        <ActionDialog
          action="staff.invite"
          input={{ ...invited, scope: null }}
          words={text.submit}
          onClose={() => setInvited(null)}
        />
      )}
    </>
  );
}

/** Chooses a role and grants it. */
function GrantForm({ accountId, roles }: { accountId: number; roles: string[] }) {
  const [role, setRole] = useState('');
  return (
    <div className={styles.grant}>
      <select aria-label={text.role} value={role} onChange={(event) => setRole(event.target.value)}>
        <option value="">{text.chooseRole}</option>
        {roles.map((name) => (
          <option key={name} value={name}>
            {roleText(name)}
          </option>
        ))}
      </select>
      <ActionButton
        action="staff.grant-role"
        input={{ account_id: accountId, role, scope: null }}
        words={text.grant}
        disabled={role === ''}
        size="small"
        tone="outline"
      />
    </div>
  );
}
