import { parseCookie } from 'cookie';

const asSent = (value: string) => value;

/** The value of a cookie in a `Cookie` header or `document.cookie`, as it was sent; undefined where it is not there. */
export const readCookie = (header: string | null | undefined, name: string): string | undefined =>
  header ? parseCookie(header, { decode: asSent })[name] : undefined;
