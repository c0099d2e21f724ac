import { permissionText } from '#app/text/zh-hk/desk-names.ts';
import { deskText } from '#app/text/zh-hk/desk.ts';
import { CallError } from '../call.ts';

const PROOF_NEEDED = 10011;
const text = deskText.act;

/** The call needs a proof by an authenticator within five minutes. */
export const isProofNeeded = (error: unknown): boolean => error instanceof CallError && error.code === PROOF_NEEDED;

/** A refused or failed call in words. */
export function faultText(error: unknown): string {
  if (!(error instanceof CallError)) return deskText.failed.server(500);
  const { status, detail } = error;
  if (status === 0) return deskText.failed.offline;
  const { permission, why } = (typeof detail === 'object' ? (detail ?? {}) : {}) as {
    permission?: string;
    why?: string;
  };
  if (status === 403 && permission !== undefined) return text.forbidden(permissionText(permission));
  if (status === 403) return text.notAllowed;
  if (status === 404) return text.notFound;
  if (status === 409 && why !== undefined && text.why[why] !== undefined) return text.why[why];
  if (status === 409) return text.conflict(typeof detail === 'string' ? detail : '');
  if (status === 400) return text.invalid(typeof detail === 'string' ? detail : '');
  return deskText.failed.server(status);
}
