import { hash, randomBytes } from 'node:crypto';
import type { Db, Tx } from '#db/database.ts';
import { recordAudit, type Hand } from '#domain/audit/audit.ts';
import { queueMail } from '#domain/mail/mail.ts';
import { DomainError } from '#shared/domain-error.ts';
import { impossible, refused } from '#shared/staff/refusals.ts';
import { createRecoveryCodes, hasEnoughAuthenticators, type StaffServices } from './authenticators.ts';
import { isPermission, type Scope } from '#shared/staff/permissions.ts';
import { invitationMail } from './staff.mail.ts';
import {
  BREAK_GLASS,
  deleteRoleGrant,
  findAccounts,
  findHeldRoles,
  findHolders,
  findInvited,
  findRoles,
  insertAccount,
  insertInvitation,
  insertRoleGrant,
  lockStaffAccount,
  raiseStaffEpoch,
  spendInvitation,
  updateAccount,
  type StaffAccount,
} from './staff.store.ts';

export type { StaffServices } from './authenticators.ts';
export {
  accountOfCode,
  accountOfPasskey,
  addStaffPasskey,
  confirmTotp,
  staffLogInOptions,
  staffPasskeyOptions,
  startTotp,
} from './authenticators.ts';
export {
  currentStaffSessions,
  endOtherStaffSessions,
  findActiveStaff,
  endStaffSession,
  listStaffSessions,
  noteProof,
  openStaffSession,
} from './staff-sessions.ts';
export type { StaffAccount } from './staff.store.ts';

const INVITED_MS = 48 * 3_600_000;
const SECRET = /^[\w-]{43}$/;
const EMAIL = /^[^\s@]{1,64}@[^\s@]{3,190}$/;
const MAX_NAME_CHARS = 60;
const LISTED = 500;

const hashOf = (secret: string) => hash('sha256', secret, 'buffer');

export interface RoleOf {
  role: string;
  scope: Scope | null;
}

async function demandRole(tx: Tx, role: string): Promise<void> {
  if (role === BREAK_GLASS) throw impossible('role-for-emergencies');
  const roles = await findRoles(tx);
  if (!roles.some(({ name }) => name === role))
    throw new DomainError(
      'invalidParam',
      `the role "${role}" does not exist: ${roles.map(({ name }) => name).join(', ')}`,
    );
}

/** Issues the link by which an invited person registers authenticators, and mails it. Voids an earlier link. */
async function issueInvitation(
  tx: Tx,
  { deskUrl }: Pick<StaffServices, 'deskUrl'>,
  account: StaffAccount,
  now: Date,
): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + INVITED_MS);
  await insertInvitation(tx, { secretHash: hashOf(secret), accountId: account.id, expiresAt, createdAt: now });
  const url = `${deskUrl}/invitation#${secret}`;
  await queueMail(
    tx,
    invitationMail(account.email, { name: account.name, url, expiresAt, key: hashOf(secret).toString('hex') }),
  );
  return url;
}

/**
 * Invites a person with a first role. An account that was invited before gets a new link. Returns the link: valid for 48
 * hours, until two authenticators are registered.
 */
export async function inviteStaff(
  tx: Tx,
  services: Pick<StaffServices, 'deskUrl'>,
  hand: Hand,
  { email: given, name: givenName, role, scope }: { email: string; name: string } & RoleOf,
  now: Date,
): Promise<{ accountId: number; url: string }> {
  const [email, name] = [given.trim().toLowerCase(), givenName.trim()];
  if (!EMAIL.test(email)) throw impossible('address-not-valid', { email });
  if (name === '' || name.length > MAX_NAME_CHARS) throw impossible('name-length', { max: MAX_NAME_CHARS });
  await demandRole(tx, role);
  const accountId = await insertAccount(tx, { email, name, createdAt: now });
  if (accountId === null) throw refused('account-exists', { email });
  const account = (await lockStaffAccount(tx, accountId))!;
  await insertRoleGrant(tx, { accountId, role, scope, grantedBy: hand.who.trim(), createdAt: now });
  const url = await issueInvitation(tx, services, account, now);
  await recordAudit(tx, hand, { action: 'staff.invite', subject: ['staff', accountId], after: { role, scope } }, now);
  return { accountId, url };
}

/** Sends an invited person a new link. */
export async function inviteAgain(
  tx: Tx,
  services: Pick<StaffServices, 'deskUrl'>,
  hand: Hand,
  accountId: number,
  now: Date,
): Promise<string> {
  const account = await lockStaffAccount(tx, accountId);
  if (account === null) throw new DomainError('dataNotFound', `there is no account ${accountId}`);
  if (account.state !== 'invited') throw refused('account-not-invited', { state: account.state });
  const url = await issueInvitation(tx, services, account, now);
  await recordAudit(tx, hand, { action: 'staff.invite-again', subject: ['staff', accountId] }, now);
  return url;
}

/** The account of an invitation link. Throws `verifyCodeNotFound` if it is unknown, used, replaced or expired. */
export async function getInvited(db: Db, secret: string, now: Date): Promise<StaffAccount> {
  const account = SECRET.test(secret) ? await findInvited(db, hashOf(secret), now) : null;
  if (account === null) throw new DomainError('verifyCodeNotFound');
  return account;
}

/**
 * Activates an invited account that has two authenticators, and ends its link. Returns its recovery codes, shown once.
 * 409 if an authenticator is missing.
 */
export function activateAccount(
  services: StaffServices,
  secret: string,
  now: Date,
): Promise<{ account: StaffAccount; recoveryCodes: string[] }> {
  return services.db.transaction(async (tx) => {
    const invited = SECRET.test(secret) ? await findInvited(tx, hashOf(secret), now) : null;
    if (invited === null) throw new DomainError('verifyCodeNotFound');
    const account = (await lockStaffAccount(tx, invited.id))!;
    if (account.state !== 'invited') throw new DomainError('verifyCodeNotFound');
    if (!(await hasEnoughAuthenticators(tx, account.id))) throw refused('second-authenticator-missing');
    await updateAccount(tx, account.id, { state: 'active', activatedAt: now });
    await spendInvitation(tx, hashOf(secret), now);
    const recoveryCodes = await createRecoveryCodes(tx, account.id);
    const hand = { who: account.name, why: 'invitation accepted' };
    await recordAudit(tx, hand, { action: 'staff.activate', subject: ['staff', account.id] }, now);
    return { account: { ...account, state: 'active', activatedAt: now }, recoveryCodes };
  });
}

// ROLES

/** At least one active person must be able to grant roles. */
async function demandAdministratorLeft(tx: Tx): Promise<void> {
  if ((await findHolders(tx, 'staff.roles')).length === 0) throw refused('no-administrator-left');
}

/** Grants a role. Ends the sessions of the account, so that it counts at once. */
export async function grantRole(
  tx: Tx,
  hand: Hand,
  accountId: number,
  { role, scope }: RoleOf,
  now: Date,
): Promise<void> {
  if ((await lockStaffAccount(tx, accountId)) === null)
    throw new DomainError('dataNotFound', `there is no account ${accountId}`);
  await demandRole(tx, role);
  if (!(await insertRoleGrant(tx, { accountId, role, scope, grantedBy: hand.who.trim(), createdAt: now })))
    throw refused('role-held');
  await raiseStaffEpoch(tx, accountId);
  await recordAudit(
    tx,
    hand,
    { action: 'staff.grant-role', subject: ['staff', accountId], after: { role, scope } },
    now,
  );
}

/** Revokes a role and ends the sessions of the account. 409 if nobody were left who can grant roles. */
export async function revokeRole(
  tx: Tx,
  hand: Hand,
  accountId: number,
  { role, scope }: RoleOf,
  now: Date,
): Promise<void> {
  await lockStaffAccount(tx, accountId);
  if (!(await deleteRoleGrant(tx, { accountId, role, scope })))
    throw new DomainError('dataNotFound', `account ${accountId} does not have this role`);
  await demandAdministratorLeft(tx);
  await raiseStaffEpoch(tx, accountId);
  await recordAudit(
    tx,
    hand,
    { action: 'staff.revoke-role', subject: ['staff', accountId], before: { role, scope } },
    now,
  );
}

/** Disables an account and ends its sessions. Its name stays in the audit. */
export async function disableAccount(tx: Tx, hand: Hand, accountId: number, now: Date): Promise<void> {
  const account = await lockStaffAccount(tx, accountId);
  if (account === null) throw new DomainError('dataNotFound', `there is no account ${accountId}`);
  if (account.state === 'disabled') throw refused('account-disabled');
  await updateAccount(tx, accountId, { state: 'disabled', disabledAt: now });
  await demandAdministratorLeft(tx);
  await raiseStaffEpoch(tx, accountId);
  const before = { state: account.state };
  await recordAudit(tx, hand, { action: 'staff.disable', subject: ['staff', accountId], before }, now);
}

/** Everybody with an account, with their roles. */
export async function listStaff(db: Db) {
  const accounts = await findAccounts(db, LISTED);
  return Promise.all(accounts.map(async (account) => ({ ...account, roles: await findHeldRoles(db, account.id) })));
}

/** Roles with their permissions. A word that the code does not know any more is left out. */
export async function listRoles(db: Db) {
  return (await findRoles(db)).map(({ name, permissions }) => ({
    name,
    permissions: permissions.filter(isPermission),
  }));
}
