import type { Db } from '#db/database.ts';
import { cancelUnpaid, orderStory, type PaymentServices } from '#domain/payments/payments.ts';
import type { RemovableFiles } from '#shared/file-storage.ts';
import type { PictureDecoder } from '#shared/picture-decoder.ts';

/** What is overdue, on the list of what waits for a person. */
export const OVERDUE = 'offline_overdue';

export interface OfflineServices {
  db: Db;
  siteUrl: string;
  payments: PaymentServices;
  /** Pictures of receipts, and nothing else: what no application names is removed. */
  files: RemovableFiles;
  pictures: PictureDecoder;
}

/** Ends the order of an application; the application follows it. */
export async function endOrder({ payments }: Pick<OfflineServices, 'payments'>, orderId: number): Promise<void> {
  await cancelUnpaid(payments, (await orderStory(payments.db, orderId)).order);
}
