import { DomainError } from '#shared/domain-error.ts';

/** What a player asks for that has a list and waits for more of it (RFC 8216bis, 6.2.5). */
interface Reload {
  /** Answered when the list has this number; undefined: at once. */
  sequence: number | undefined;
  /** Of what came before it has enough. */
  skip: boolean;
}

export function reloadIn({ _HLS_msn: number, _HLS_skip: skip }: { _HLS_msn?: unknown; _HLS_skip?: unknown }): Reload {
  if (number !== undefined && !(typeof number === 'string' && /^\d{1,15}$/.test(number)))
    throw new DomainError('invalidParam', '_HLS_msn is a number of a segment');
  return { sequence: number === undefined ? undefined : Number(number), skip: skip === 'YES' || skip === 'v2' };
}
