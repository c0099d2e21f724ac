import { readCookie } from './cookie-header.ts';

const MAX_SECRET_CHARS = 500;

/** Cookies by which the server knows a browser again. Scripts cannot read them; no part of the host but ours can set them. */
export const SESSION_COOKIES = {
  /** Token of a session. */
  session: '__Host-session',
  /** Says that a member logged in to an account with this browser before: strangers' tries do not lock it out. */
  known: '__Host-known',
  /** Salt of a registration whose mail has not been answered. */
  registration: '__Host-registration',
  /** Who buys without an account, and proved an address. */
  guest: '__Host-guest_buyer',
} as const;

/** A `Set-Cookie` header. Without `maxAgeSeconds` the cookie ends with the browser; 0 takes it away. */
export function secretCookie(name: string, value: string, maxAgeSeconds?: number): string {
  const age = maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`;
  return `${name}=${value}; Path=/${age}; Secure; HttpOnly; SameSite=Lax`;
}

/** The cookie of an open session: until `expiresAt`, or until the browser closes where that is null. */
export function sessionCookie({ token, expiresAt }: { token: string; expiresAt: Date | null }, now: Date): string {
  const seconds =
    expiresAt === null ? undefined : Math.max(0, Math.floor((expiresAt.getTime() - now.getTime()) / 1000));
  return secretCookie(SESSION_COOKIES.session, token, seconds);
}

/** Takes the session's cookie away. */
export const endedSessionCookie = (): string => secretCookie(SESSION_COOKIES.session, '', 0);

/** The value of a cookie in a `Cookie` header; undefined where it is not there or too long to be ours. */
export function secretOf(header: string | null | undefined, name: string): string | undefined {
  const value = readCookie(header, name);
  return value && value.length <= MAX_SECRET_CHARS ? value : undefined;
}
