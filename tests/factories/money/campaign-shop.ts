import { guestBuyers } from '#db/tables/sales.ts';
import type { Db } from '#db/database.ts';
import { campaignFulfilment, campaignProduct, type CampaignServices } from '#domain/campaigns/campaigns.ts';
import { makeCampaign, type NewCampaign } from '#domain/campaigns/station.ts';
import { recordFacts, startAttempt, type Order, type PaymentServices } from '#domain/payments/payments.ts';
import { createSaleQueue, saleFulfilment, sell, type Buyer, type SalesServices } from '#domain/sales/sales.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import { createPaymentHouse, seen, type PaymentHouse } from './payments.ts';
import { comingAt, TEST_IP } from '#tests/factories/visitor.ts';

// A campaign with the real sales module, in-memory providers and a manual clock.

const DAY_MS = 86_400_000;
export const CAMPAIGN_LINKS = { siteUrl: 'https://radio.example', secretKey: 'a key for tests of thirty-two letters' };

export interface CampaignShop {
  house: PaymentHouse;
  sales: SalesServices;
  services: CampaignServices;
  now: () => Date;
  after: (ms: number) => void;
  member: () => Promise<Buyer>;
  guest: (email: string) => Promise<Extract<Buyer, { kind: 'guest' }>>;
  buy: (buyer: Buyer, lines: AskedItem[], terms?: string) => Promise<Order>;
  /** Starts a payment. Returns the attempt number. */
  begin: (order: Order, gateway?: 'mpgs' | 'payme') => Promise<string>;
  /** Makes the provider report an attempt as paid. */
  capture: (attempt: string, gateway?: 'mpgs' | 'payme') => Promise<void>;
  /** Starts and captures a payment. */
  pay: (order: Order, gateway?: 'mpgs' | 'payme') => Promise<void>;
}

interface AskedItem {
  id: number;
  quantity?: number;
  unit?: string;
}

let made = 0;

export function openCampaignShop(db: Db): CampaignShop {
  const house = createPaymentHouse(db);
  const payments: PaymentServices = {
    ...house.services,
    fulfilments: { campaign: saleFulfilment(campaignFulfilment(CAMPAIGN_LINKS)) },
  };
  const { clock } = payments;
  const sales: SalesServices = {
    db,
    payments,
    products: { Campaign: campaignProduct },
    queue: createSaleQueue({ db, clock }),
    standingOf: async () => 'new',
    ...CAMPAIGN_LINKS,
    checkoutPath: ({ id }) => `/pay/${id}`,
  };
  const begin: CampaignShop['begin'] = async (order, gateway = 'mpgs') => {
    const payer: Buyer | { kind: 'guest'; guestId: number } =
      order.memberId === null
        ? { kind: 'guest', guestId: order.guestId ?? 0 }
        : { kind: 'member', memberId: order.memberId };
    const method = gateway === 'payme' ? 'payme' : 'card';
    const { attempt } = await startAttempt(payments, payer, { orderId: order.id, gateway, method, remoteIp: TEST_IP });
    return attempt.number;
  };
  const capture: CampaignShop['capture'] = async (attempt, gateway = 'mpgs') => {
    await recordFacts(payments, [seen(house.gateways[gateway].pay(attempt))]);
  };
  return {
    house,
    sales,
    services: { db, payments, ...CAMPAIGN_LINKS },
    now: clock,
    after: (ms) => {
      house.clock.now = new Date(house.clock.now.getTime() + ms);
    },
    member: async () => ({ kind: 'member', memberId: await insertMember(db, `supporter${++made}@member.example`) }),
    async guest(email) {
      const [row] = await db
        .insert(guestBuyers)
        .values({ email, emailHash: Buffer.from(email), provedAt: clock() })
        .returning({ id: guestBuyers.id });
      return { kind: 'guest', guestId: row!.id, email };
    },
    async buy(buyer, lines, terms = '1') {
      const { order } = await sell(
        sales,
        buyer,
        {
          productType: 'Campaign',
          lines: lines.map(({ id, quantity = 1, unit = null }) => ({
            kind: 'campaign',
            id,
            unit,
            quantity,
            promotionCode: null,
          })),
          termsVersion: terms,
          utmMedium: null,
          utmSource: null,
          idempotencyKey: null,
          returnPath: null,
        },
        comingAt(clock()),
      );
      if (!order) throw new Error('nobody waits for a campaign');
      return order;
    },
    begin,
    capture,
    async pay(order, gateway) {
      await capture(await begin(order, gateway), gateway);
    },
  };
}

const TIER = { kind: 'tier', maxQuantity: 1, choosesDay: false, isSent: false, reach: null } as const;

/**
 * A pledge of HK$1,000 with a tier limited to `total`, one with ten days to choose from, an unlimited one, and an extra
 * donation.
 */
export const pledge = (now: Date, over: Partial<NewCampaign> = {}, total = 50): NewCampaign => ({
  name: `pledge${++made}`,
  kind: 'pledge',
  opensAt: new Date(now.getTime() - DAY_MS),
  closesAt: new Date(now.getTime() + 10 * DAY_MS),
  targetCents: 100_000,
  termsVersion: '1',
  maxPerBuyer: null,
  firstDay: '2027-01-01',
  days: 10,
  items: [
    { ...TIER, code: 'limited', name: '有限', cents: 1_000, total },
    { ...TIER, code: 'day', name: '一日', cents: 2_000, total: null, choosesDay: true },
    { ...TIER, code: 'open', name: '無限', cents: 500, total: null, maxQuantity: 10 },
    { ...TIER, kind: 'extra', code: 'extra', name: '多啲', cents: 100, total: null, maxQuantity: 50 },
  ],
  ...over,
});

/** Goods limited to two per buyer. */
export const sale = (now: Date, total: number): NewCampaign => ({
  ...pledge(now),
  name: `sale${++made}`,
  kind: 'sale',
  targetCents: null,
  maxPerBuyer: 2,
  firstDay: null,
  days: null,
  items: [
    { ...TIER, kind: 'goods', code: 'set', name: '一套', cents: 18_000, total, maxQuantity: 4, isSent: true },
    { ...TIER, kind: 'delivery', code: 'here', name: '本地', cents: 3_000, total: null, reach: 'here' },
    { ...TIER, kind: 'delivery', code: 'fetched', name: '自取', cents: 0, total: null, reach: 'fetched' },
  ],
});

export const openNew = (db: Db, campaign: NewCampaign): Promise<Record<string, number>> =>
  db.transaction((tx) => makeCampaign(tx, campaign));
