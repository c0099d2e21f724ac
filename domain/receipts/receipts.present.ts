import type { z } from 'zod';
import { unixSeconds } from '#shared/hk-time.ts';
import { receiptNo } from './receipts.rules.ts';
import type { receiptsReplySchema } from './receipts.schema.ts';
import type { IssuedReceipt } from './receipts.ts';
import { joined } from './receipts.words.ts';

export const presentReceipts = (receipts: readonly IssuedReceipt[]): z.input<typeof receiptsReplySchema> => ({
  receipts: receipts.map((receipt) => ({
    receipt_id: receipt.id,
    kind: receipt.kind,
    receipt_no: receiptNo(receipt),
    order_id: receipt.orderId,
    item: joined(receipt.content.lines.map(({ name }) => name)),
    price_cents: receipt.cents,
    paid_ts: unixSeconds(receipt.paidAt),
    issued_ts: unixSeconds(receipt.issuedAt),
  })),
});
