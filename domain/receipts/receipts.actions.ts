import { z } from 'zod';
import { dayHk } from '#shared/http/query.ts';
import { staffAction, type StaffAction } from '#domain/actions/actions.ts';
import { recordAudit } from '#domain/audit/audit.ts';
import { checkReceipts, resendReceipt, type ReceiptServices } from './receipts.ts';

/** In the reply; each is a work item, too. */
const DIFFERENCES_LISTED = 100;

/** Staff actions with receipts. */
export const receiptActions = (links: Pick<ReceiptServices, 'siteUrl' | 'secretKey'>): StaffAction[] => [
  staffAction({
    name: 'receipts.resend',
    permission: 'money.refund',
    input: z.object({ number: z.string().regex(/^[RN]\d{4}-\d{6,9}$/) }),
    needsReason: false,
    run: (tx, { hand, now }, { number }) => resendReceipt(tx, links, hand, number, now),
  }),
  staffAction({
    name: 'receipts.check',
    permission: 'money.reconcile',
    input: z.object({ day: dayHk().describe('Hong Kong day') }),
    needsReason: false,
    async run(tx, { hand, now }, { day }) {
      const { differences, ...sums } = await checkReceipts({ db: tx, now }, day);
      const after = { ...sums, differences: differences.length };
      await recordAudit(tx, hand, { action: 'receipts.check', subject: ['ledger-day', day], after }, now);
      return { result: { ...after, listed: differences.slice(0, DIFFERENCES_LISTED) } };
    },
  }),
];
