import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router';
import {
  addPasskey,
  listPasskeys,
  passkeyAddOptions,
  removePasskey,
  renamePasskey,
} from '#domain/passkeys/passkeys.ts';
import { PASSKEY_FORMS } from '#domain/passkeys/passkeys.rules.ts';
import { newCredentialSchema } from '#domain/webauthn/webauthn.schema.ts';
import {
  endOneSession,
  endOtherSessions,
  updatePassword,
  endSession,
  listSessions,
  findOwnWords,
} from '#domain/auth/auth.ts';
import { listSecurityEvents } from '#domain/security-events/security-events.ts';
import { getProfile } from '#domain/members/members.ts';
import { deviceName } from '#domain/security-events/user-agent.rules.ts';
import { readForm } from '#domain/forms/forms.ts';
import type { Db } from '#db/database.ts';
import { accountText } from '#app/text/zh-hk/account.ts';
import { onTo } from '#app/pages/auth/visitor.server.ts';
import { paths } from '#app/paths.ts';
import { DomainError } from '#shared/domain-error.ts';
import { endedSessionCookie, sessionCookie } from '#shared/http/session-cookie.ts';
import { takeIntent, type Given } from '#app/pages/account/account-posted.server.ts';
import { ownerProofOf, ownPage } from '#app/pages/account/own-page.server.ts';
import { MAX_ID } from '#shared/ids.ts';

export async function loader(args: LoaderFunctionArgs) {
  const page = await ownPage(args);
  const { members, actor, now, db, siteUrl } = page;
  const [{ member, hasPassword }, sessions, passkeys, events, own] = await Promise.all([
    getProfile(members, actor.memberId, now),
    listSessions(members, actor, now),
    listPasskeys(db, actor.memberId),
    listSecurityEvents(db, actor.memberId),
    findOwnWords(db, { memberId: actor.memberId, registrationId: null }),
  ]);
  return {
    siteUrl,
    proof: await ownerProofOf(page, hasPassword),
    password: hasPassword
      ? { email: member.email, changedAtMs: member.passwordChangedAt?.getTime() ?? null, own }
      : null,
    sessions: sessions.map(({ id, isCurrent, userAgent, remoteIp, seenAt, createdAt }) => ({
      id,
      isCurrent,
      device: deviceName(userAgent),
      remoteIp,
      location: members.geoip(remoteIp),
      seenAtMs: seenAt.getTime(),
      createdAtMs: createdAt.getTime(),
    })),
    passkeys: passkeys.map(({ id, name, isBackedUp, usedAt, createdAt }) => ({
      id,
      name,
      isBackedUp,
      usedAtMs: usedAt?.getTime() ?? null,
      createdAtMs: createdAt.getTime(),
    })),
    events: events.map(({ id, kind, userAgent, remoteIp, happenedAt }) => ({
      id,
      kind,
      device: deviceName(userAgent),
      remoteIp,
      location: members.geoip(remoteIp),
      atMs: happenedAt.getTime(),
    })),
  };
}

function idOf({ thing = '' }: Given): number {
  const id = /^\d{1,10}$/.test(thing) ? Number(thing) : 0;
  if (id < 1 || id > MAX_ID) throw new DomainError('dataNotFound');
  return id;
}

/** A passkey is named after the device that made it, numbered if there are several of a kind. It can be renamed. */
async function nameOfDevice(db: Db, memberId: number, userAgent: string): Promise<string> {
  const device = deviceName(userAgent) || accountText.security.passkeys;
  const taken = new Set((await listPasskeys(db, memberId)).map(({ name }) => name));
  let name = device;
  for (let n = 2; taken.has(name); n += 1) name = `${device} ${n}`;
  return name;
}

function credentialOf({ credential = '' }: Given) {
  let told: unknown;
  try {
    told = JSON.parse(credential);
  } catch {
    throw new DomainError('invalidParam');
  }
  const read = newCredentialSchema.safeParse(told);
  if (!read.success) throw new DomainError('invalidParam');
  return read.data;
}

export const action = (args: ActionFunctionArgs) =>
  takeIntent(args, {
    // The menu's logout needs scripts.
    logOut: async ({ members, actor }) => {
      await endSession(members, actor);
      throw onTo(paths.home(), [endedSessionCookie()]);
    },
    password: async ({ members, actor, visitor }, given) => {
      const { session, trustedDeviceCookie } = await updatePassword(members, actor, given, visitor);
      return { cookies: [sessionCookie(session, visitor.now), trustedDeviceCookie] };
    },
    endSession: async ({ members, actor, visitor }, given) => {
      const ended = { sessionId: idOf(given), password: given['password'] };
      const { trustedDeviceCookie } = await endOneSession(members, actor, ended, visitor);
      return { cookies: [trustedDeviceCookie] };
    },
    endOthers: async ({ members, actor, visitor }, { password }) => {
      const { trustedDeviceCookie } = await endOtherSessions(members, actor, { password }, visitor);
      return { cookies: [trustedDeviceCookie] };
    },
    passkeyOptions: async ({ members, actor, now }, given) => {
      return { told: { options: await passkeyAddOptions(members, actor, { password: given['password'], now }) } };
    },
    passkeyAdd: async ({ members, actor, db, visitor }, given) => {
      const name = await nameOfDevice(db, actor.memberId, visitor.userAgent);
      await addPasskey(members, actor, { name, credential: credentialOf(given), caller: visitor });
    },
    passkeyRename: ({ db, actor, now }, given) => {
      const { name } = readForm(PASSKEY_FORMS.rename, given, now);
      return renamePasskey(db, { id: idOf(given), memberId: actor.memberId, name });
    },
    passkeyRemove: ({ members, actor, visitor }, given) =>
      removePasskey(members, actor, { id: idOf(given), password: given['password'] }, visitor),
  });
