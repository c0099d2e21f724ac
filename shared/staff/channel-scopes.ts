import { channelsOf } from '#shared/enums.ts';
import type { Scope } from './permissions.ts';

/** Channels of a mask, for roles with a scope. */
export const channelScopes = (mask: number): Scope[] =>
  channelsOf(mask).map((channel): Scope => ({ kind: 'channel', id: String(channel) }));

/** Scopes that remain of a record that is moved to the channels of a mask. */
export function scopesWithin(scopes: readonly Scope[], mask: number): Scope[] {
  const remaining = channelScopes(mask);
  return scopes.filter(({ kind, id }) => kind !== 'channel' || remaining.some((scope) => scope.id === id));
}

/** Whether an edit puts a record on a channel on which it was not. A role with a scope may not: another one decides. */
export const addsChannel = (before: number, after: number): boolean =>
  channelsOf(after).some((channel) => !channelsOf(before).includes(channel));
