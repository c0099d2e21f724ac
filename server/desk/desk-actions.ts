import type { StaffAction } from '#domain/actions/actions.ts';
import { draftActions } from '#domain/drafts/drafts.actions.ts';
import { orderActions } from '#domain/payments/operations/orders.actions.ts';
import type { Runtime } from '#server/runtime.ts';

/** Every action of the desk. */
export const deskActions = ({ config, payments }: Pick<Runtime, 'config' | 'payments'>): StaffAction[] => [
  ...draftActions(),
  ...orderActions(payments, { refundLimit: config.DESK_REFUND_LIMIT * 100 }),
];
