import { readCookie } from './cookie-header.ts';

const MAX_SECRET_CHARS = 500;

/** Cookies that identify a browser to the server. Not readable by scripts, and other subdomains cannot set them. */
export const SESSION_COOKIES = {
  /** Token of a session. */
  session: '__Host-session',
  /** Marks a trusted device of an account: failed attempts by others do not lock it out. */
  known: '__Host-known',
  /** Salt of a registration awaiting its mailed link. */
  registration: '__Host-registration',
  /** A guest buyer with a verified address. */
  guest: '__Host-guest_buyer',
} as const;

/** `Set-Cookie` header. Without `maxAgeSeconds` it is a session cookie; 0 deletes it. */
export function secretCookie(name: string, value: string, maxAgeSeconds?: number): string {
  const age = maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`;
  return `${name}=${value}; Path=/${age}; Secure; HttpOnly; SameSite=Lax`;
}

/** Session cookie: until `expiresAt`, or until the browser closes if null. */
export function sessionCookie({ token, expiresAt }: { token: string; expiresAt: Date | null }, now: Date): string {
  const seconds =
    expiresAt === null ? undefined : Math.max(0, Math.floor((expiresAt.getTime() - now.getTime()) / 1000));
  return secretCookie(SESSION_COOKIES.session, token, seconds);
}

/** Deletes the session cookie. */
export const endedSessionCookie = (): string => secretCookie(SESSION_COOKIES.session, '', 0);

/** The value of a cookie in a `Cookie` header. Undefined if absent or too long to be valid. */
export function secretOf(header: string | null | undefined, name: string): string | undefined {
  const value = readCookie(header, name);
  return value && value.length <= MAX_SECRET_CHARS ? value : undefined;
}
