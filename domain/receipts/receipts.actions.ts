import { z } from 'zod';
import { staffAction, type StaffAction } from '#domain/actions/actions.ts';
import { resendReceipt, type ReceiptServices } from './receipts.ts';

/** Staff actions with receipts. */
export const receiptActions = (links: Pick<ReceiptServices, 'siteUrl' | 'secretKey'>): StaffAction[] => [
  staffAction({
    name: 'receipts.resend',
    permission: 'money.refund',
    input: z.object({ number: z.string().regex(/^[RN]\d{4}-\d{6,9}$/) }),
    needsReason: false,
    run: (tx, { hand, now }, { number }) => resendReceipt(tx, links, hand, number, now),
  }),
];
