import { parseCookie } from 'cookie';

const asSent = (value: string) => value;

/** The raw value of a cookie in a `Cookie` header or `document.cookie`. Undefined if absent. */
export const readCookie = (header: string | null | undefined, name: string): string | undefined =>
  header ? parseCookie(header, { decode: asSent })[name] : undefined;
