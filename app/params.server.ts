import { data } from 'react-router';
import { DomainError } from '#shared/domain-error.ts';
import { isChannelId, type ChannelId } from '#shared/enums.ts';
import { fieldRules } from '#shared/field-rules.ts';
import { isPossibleId } from '#shared/ids.ts';

/** Thrown by a loader if nothing was found: the error page with status 404. */
export function notFound() {
  return data(null, { status: 404, statusText: 'Not Found' });
}

/** An id in a path: digits only. Throws a 404 for anything else. */
export function idParam(value: string | undefined): number {
  if (value === undefined || !fieldRules.numeric(value) || !fieldRules.length(value, 1, 10)) throw notFound();
  const id = Number(value);
  if (!isPossibleId(id)) throw notFound();
  return id;
}

/** 881, 903 or 864; a 404 for anything else. */
export function channelParam(value: string | undefined): ChannelId {
  const id = fieldRules.digits(value ?? '', 3) ? Number(value) : 0;
  if (!isChannelId(id)) throw notFound();
  return id;
}

/** The result of a module, or a 404 page if it throws not found. */
export async function foundOr404<T>(found: Promise<T>): Promise<T> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof DomainError && error.errorName === 'dataNotFound') throw notFound();
    throw error;
  }
}

/** Maximum page of lists; older items are found by search. */
const LAST_PAGE = 1_000;

/** `?page=` of a list, from 1; a 404 for an invalid page. */
export function listPageParam(value: string | null): number {
  if (value === null) return 1;
  if (!/^[1-9]\d{0,3}$/.test(value) || Number(value) > LAST_PAGE) throw notFound();
  return Number(value);
}
