import { DomainError } from '#shared/domain-error.ts';

/** A playlist reload (RFC 8216bis, 6.2.5). */
interface Reload {
  /** Blocks until the playlist has this sequence number. Undefined: no blocking. */
  sequence: number | undefined;
  /** Whether a delta update suffices. */
  skip: boolean;
}

export function reloadIn({ _HLS_msn: number, _HLS_skip: skip }: { _HLS_msn?: unknown; _HLS_skip?: unknown }): Reload {
  if (number !== undefined && !(typeof number === 'string' && /^\d{1,15}$/.test(number)))
    throw new DomainError('invalidParam', '_HLS_msn must be a segment number');
  return { sequence: number === undefined ? undefined : Number(number), skip: skip === 'YES' || skip === 'v2' };
}
