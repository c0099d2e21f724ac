import type { StaffAction } from '#domain/actions/actions.ts';
import { staffActions } from '#domain/staff/staff.actions.ts';
import { supportActions } from '#domain/support/support.actions.ts';
import { moneyActions } from '#server/desk/desk-money.ts';
import type { Runtime } from '#server/runtime.ts';

/** Every action of the desk. */
export const deskActions = (
  {
    config,
    members,
    payments,
    privacy,
    secretKey,
  }: Pick<Runtime, 'config' | 'members' | 'payments' | 'privacy' | 'secretKey'>,
  deskUrl: string,
): StaffAction[] => [
  ...moneyActions({ config, payments }),
  ...staffActions({ deskUrl }),
  ...supportActions({ sessions: members.sessions, privacy, links: { siteUrl: config.siteUrl, secretKey } }),
];
