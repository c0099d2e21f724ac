import type { StaffAction } from '#domain/actions/actions.ts';
import { staffActions } from '#domain/staff/staff.actions.ts';
import { moneyActions } from '#server/desk/desk-money.ts';
import type { Runtime } from '#server/runtime.ts';

/** Every action of the desk. */
export const deskActions = (runtime: Pick<Runtime, 'config' | 'payments'>, deskUrl: string): StaffAction[] => [
  ...moneyActions(runtime),
  ...staffActions({ deskUrl }),
];
