import { knownFieldText } from '#app/text/zh-hk/desk-fields.ts';
import { permissionText } from '#app/text/zh-hk/desk-names.ts';
import { codeWords, refusalWords } from '#app/text/zh-hk/desk-refusals.ts';
import { deskText } from '#app/text/zh-hk/desk.ts';
import type { Refusal } from '#shared/staff/refusals.ts';
import { CallError } from '../call.ts';

const PROOF_NEEDED = 10011;
const text = deskText.act;

/** The call needs a proof by an authenticator within five minutes. */
export const isProofNeeded = (error: unknown): boolean => error instanceof CallError && error.code === PROOF_NEEDED;

interface Detail {
  permission?: string;
  why?: string;
  fieldErrors?: object;
}

const detailOf = ({ detail }: CallError): Detail => (typeof detail === 'object' ? (detail ?? {}) : {});

/** What is on the screen is outdated. */
export const isConflict = (error: unknown): error is CallError => error instanceof CallError && error.status === 409;

export const isRefusedAs = (error: unknown, why: Refusal): boolean =>
  error instanceof CallError && detailOf(error).why === why;

/** Fields have names of the wire, of forms or of the audit. */
const fieldWords = (fieldErrors: object): string[] => [
  ...new Set(Object.keys(fieldErrors).flatMap((field) => knownFieldText(field) ?? [])),
];

/** A refused or failed call in words. */
export function faultText(error: unknown): string {
  if (!(error instanceof CallError)) return deskText.failed.server(500);
  const { status } = error;
  if (status === 0) return deskText.failed.offline;
  const detail = detailOf(error);
  const { permission, why, fieldErrors = {} } = detail;
  const words = (why === undefined ? null : refusalWords(why, detail)) ?? codeWords(error.code);
  if (words !== null) return words;
  if (status === 401) return text.loggedOut;
  if (status === 403 && permission !== undefined) return text.forbidden(permissionText(permission));
  if (status === 403) return text.notAllowed;
  if (status === 404) return text.notFound;
  if (status === 409) return text.conflict;
  if (status === 400) return text.invalid(fieldWords(fieldErrors));
  if (status === 413) return text.tooLarge;
  if (status === 429) return text.tooMany;
  return deskText.failed.server(status);
}
