import type { Db } from '#db/database.ts';
import { cancelUnpaid, orderStory, type PaymentServices } from '#domain/payments/payments.ts';
import type { RemovableFiles } from '#shared/outside/file-storage.ts';
import type { PictureDecoder } from '#shared/outside/picture-decoder.ts';

/** Work item for overdue applications. */
export const OVERDUE = 'offline_overdue';

/** Payee of cheques and deposits. */
export interface OfflinePayee {
  payee: string;
  bank: string;
  account: string;
  postalAddress: string;
}

export interface OfflineServices {
  db: Db;
  siteUrl: string;
  payments: PaymentServices;
  /** Receipt pictures only: files without an application are removed. */
  files: RemovableFiles;
  pictures: PictureDecoder;
}

/** Cancels an application's order; the application follows. */
export async function endOrder({ payments }: Pick<OfflineServices, 'payments'>, orderId: number): Promise<void> {
  await cancelUnpaid(payments, (await orderStory(payments.db, orderId)).order);
}
