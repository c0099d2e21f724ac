import { keptCents, type Fulfilment } from '#domain/payments/payments.ts';
import { releaseCode, spendCode } from '#domain/promotions/promotions.ts';
import { prolongHeld, releaseHeld, sellHeld } from '#domain/quotas/quotas.ts';
import { DomainError } from '#shared/domain-error.ts';
import { lineTotalCents } from '#shared/money.ts';
import { waitsUntil } from './sales.rules.ts';

/**
 * Common handling of every sale besides its product's: code and holds are used, extended or released. Idempotent if the
 * product does the same.
 */
export const saleFulfilment = (of: Fulfilment): Fulfilment => ({
  ...of,
  async fulfil(tx, order, line, by) {
    // A closed order takes them again, and throws if they are gone; the money is refunded.
    await spendCode(tx, order.id, by.now);
    await sellHeld(tx, order.id);
    await of.fulfil(tx, order, line, by);
  },
  async reverse(tx, order, line, by) {
    await of.reverse(tx, order, line, by);
    if (line.payload['codeId'] == null) return;
    const isWhole = by.cents >= lineTotalCents(line);
    // The last of several partial refunds counts as a full refund.
    if (isWhole || (await keptCents(tx, order.id)) === 0) await releaseCode(tx, order.id, by.now);
  },
  async release(tx, order, line, by) {
    await of.release(tx, order, line, by);
    await releaseCode(tx, order.id, by.now);
    await releaseHeld(tx, order.id);
  },
  async waits(tx, order, by) {
    await of.waits?.(tx, order, by);
    const { until, now } = by;
    const last = waitsUntil(order.createdAt, until, now);
    const holds = await prolongHeld(tx, order.id, last ?? now);
    if (last === null && holds > 0) throw new DomainError('conflict', { order: 'expired' });
  },
});
