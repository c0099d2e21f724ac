import type { Tx } from '#db/database.ts';
import { getCampaignProgress, saveDetails, type CampaignProgress } from '#domain/campaigns/campaigns.ts';
import { readName } from '#domain/campaigns/station.ts';
import { recordFacts, startAttempt } from '#domain/payments/payments.ts';
import { sell, vouchForGuest, type AskedLine } from '#domain/sales/sales.ts';
import type { Config } from '#server/config.ts';
import type { DemoAct } from '#server/demo/demo-acts.ts';
import { createPaymentServices } from '#server/services/payments.ts';
import { archiveSettingsOf } from '#server/services/playing/archive.ts';
import { createSalesServices } from '#server/services/sales.ts';
import { secretKeyOf } from '#server/services/secret-key.ts';
import { addDaysHk } from '#shared/hk-time.ts';

// Past supporters of the demo's campaigns: regular orders, paid offline, so that sums, numbers, days and books are
// consistent. All are fictitious, with mailboxes of the demo and invented names.

export interface Supporters {
  /** Quantities by item code, for each order in turn; for a tier with days it is the number of days. */
  orders: readonly Readonly<Record<string, number>>[];
  /** Names to read on air, for orders that consist only of a name. */
  airNames: readonly string[];
}

const HOUR_MS = 3_600_000;
/** Step that visits every day of the year without repetition. */
const DAY_STEP = 97;

const dayOf = ({ firstDay, days }: CampaignProgress['campaign'], at: number): string => {
  if (firstDay === null || days === null) throw new Error('a tier has a day but its campaign has none');
  return addDaysHk(firstDay, (at * DAY_STEP) % days);
};

/**
 * Creates the orders of one campaign, the first at its opening and the last at least an hour ago. Returns the acts that approve
 * its names.
 */
export async function supportDemo(
  tx: Tx,
  { config, now }: { config: Config; now: Date },
  name: string,
  { orders, airNames }: Supporters,
): Promise<DemoAct[]> {
  const acts: DemoAct[] = [];
  let at = now;
  const clock = () => at;
  const secretKey = secretKeyOf(config);
  const payments = createPaymentServices(config, { db: tx, clock, secretKey });
  const sales = createSalesServices(payments, {
    siteUrl: config.siteUrl,
    secretKey,
    freeMinutes: archiveSettingsOf(config).freeMinutes,
  });
  const { campaign, items } = await getCampaignProgress({ db: tx, now }, name);
  const stepMs = (now.getTime() - campaign.opensAt.getTime() - HOUR_MS) / orders.length;
  const names = [...airNames];
  let days = 0;
  for (const [i, wanted] of orders.entries()) {
    at = new Date(campaign.opensAt.getTime() + Math.floor(i * stepMs));
    const chosen = items.filter(({ code }) => wanted[code] !== undefined);
    const lines = chosen.flatMap(({ id, kind, code, choosesDay }): AskedLine[] => {
      const line = { kind, id, promotionCode: null };
      const quantity = wanted[code] ?? 0;
      if (!choosesDay) return [{ ...line, unit: null, quantity }];
      return Array.from({ length: quantity }, () => ({ ...line, unit: dayOf(campaign, days++), quantity: 1 }));
    });
    const guest = await vouchForGuest(tx, `supporter-${i + 1}@${name.replaceAll('_', '-')}.example`, at);
    const { order } = await sell(
      sales,
      guest,
      {
        productType: 'Campaign',
        lines,
        termsVersion: campaign.termsVersion,
        utmMedium: null,
        utmSource: null,
        idempotencyKey: null,
        returnPath: null,
      },
      // Loopback.
      { now: at, remoteIp: '127.0.0.1' },
    );
    if (order === null) throw new Error('a demo order must not wait in a queue');
    const { attempt } = await startAttempt(payments, guest, {
      orderId: order.id,
      gateway: 'offline',
      method: 'deposit',
      remoteIp: null,
    });
    await recordFacts(payments, [
      {
        gateway: 'offline',
        attempt: attempt.number,
        gatewayTxn: `demo:${order.id}`,
        kind: 'paid',
        cents: order.totalCents,
        currency: 'HKD',
        at,
        detail: { method: 'deposit' },
        source: 'hand',
      },
    ]);
    const asksNameAlone = campaign.kind === 'pledge' && chosen.every(({ isSent }) => !isSent);
    const airName = asksNameAlone ? names.shift() : undefined;
    if (airName === undefined) continue;
    await saveDetails({ db: tx, now: at }, guest, order.id, { air_name: airName, is_named: 'true' });
    const hand = { who: 'demo', why: 'a name of no person' };
    const approvedAt = at;
    acts.push({
      at: approvedAt,
      run: () =>
        readName(tx, { siteUrl: config.siteUrl, secretKey }, hand, { orderId: order.id, isGood: true }, approvedAt),
    });
  }
  return acts;
}
