import type { Db, Tx } from '#db/database.ts';
import { PRODUCT_KINDS } from '#shared/payment-enums.ts';
import {
  getOpenOrder,
  openOrder,
  ordersBefore,
  startAttempt,
  type Order,
  type OrderLine,
} from '#domain/payments/payments.ts';
import { checkCode, demandRealCode, holdCode, type FoundCode } from '#domain/promotions/promotions.ts';
import { discountCents } from '#domain/promotions/promotions.rules.ts';
import { endHolds } from '#domain/quotas/quotas.ts';
import { demandOn } from '#domain/settings/settings.ts';
import { DomainError } from '#shared/domain-error.ts';
import { lineTotalCents } from '#shared/money.ts';
import { askedKey, HOLD_MS, itemOf, MAX_LINES, MAX_QUANTITY } from './sales.rules.ts';
import type { AskedLine, AskedSale, Buyer, PricedLine, Product, Sale, SalesServices } from './sales.types.ts';

const buyerKey = (buyer: Buyer): string =>
  buyer.kind === 'member' ? `member:${buyer.memberId}` : `guest:${buyer.guestId}`;

export function demandSound({ lines }: AskedSale): void {
  if (lines.length === 0 || lines.length > MAX_LINES)
    throw new DomainError('invalidParam', `an order must have 1 to ${MAX_LINES} lines`);
  if (lines.some(({ quantity }) => !Number.isInteger(quantity) || quantity < 1 || quantity > MAX_QUANTITY))
    throw new DomainError('invalidParam', `the quantity of a line must be a whole number from 1 to ${MAX_QUANTITY}`);
  // A code applies to an order, not to a line.
  if (lines.filter(({ promotionCode }) => promotionCode !== null).length > 1)
    throw new DomainError('invalidParam', 'an order can use only one promotion code');
}

/**
 * Counts a member's typed code if it is wrong, before the transaction, so that it stays counted. Guests cannot use
 * codes: theirs are refused unchecked.
 */
export async function demandReal(
  { db }: Pick<SalesServices, 'db'>,
  buyer: Buyer,
  { lines }: AskedSale,
  { now, remoteIp }: { now: Date; remoteIp: string },
): Promise<void> {
  const code = lines.find(({ promotionCode }) => promotionCode !== null)?.promotionCode ?? null;
  if (code !== null && buyer.kind === 'member')
    await demandRealCode(db, { code, use: 'discount', memberId: buyer.memberId, remoteIp, now });
}

/** The buyer's request as stored with each line. Identifies a repeated submit. */
const keyOfOrder = (order: Order): unknown => order.lines[0]?.payload['asked'];

async function findAskedCode(
  tx: Tx,
  { standingOf }: Pick<SalesServices, 'standingOf'>,
  asked: { buyer: Buyer; product: Product; line: AskedLine; open: Order | null; now: Date },
): Promise<FoundCode | null> {
  const { buyer, product, line, open, now } = asked;
  if (line.promotionCode === null) return null;
  // Codes are limited per member; a guest could be anyone again.
  if (buyer.kind === 'guest') throw new DomainError('codeNotEligible');
  const kind = PRODUCT_KINDS.find((known) => known === product.kind);
  if (!kind) throw new DomainError('codeNotForPlan');
  const member = { id: buyer.memberId, standing: await standingOf(tx, buyer.memberId, now) };
  const { promotionCode: code, id } = line;
  const what = { planId: null, product: { kind, id } };
  return checkCode(tx, { code, use: 'discount', member, ...what, now, ofOrderId: open?.id });
}

export interface Selling {
  buyer: Buyer;
  product: Product;
  asked: AskedSale;
  now: Date;
}

/** The open order if it is the same request; it keeps the price and terms at which it was held. */
export function sameAsked(open: Order | null, { asked, now }: Pick<Selling, 'asked' | 'now'>): Order | null {
  const key = askedKey(asked.lines, asked.termsVersion);
  return open && open.expiresAt > now && keyOfOrder(open) === key ? open : null;
}

/**
 * Lines at current prices with the discount of a code, and the code. `open`: an order whose own hold on the code is
 * ignored.
 */
export async function priceLines(
  tx: Tx,
  services: Pick<SalesServices, 'standingOf'>,
  { buyer, product, asked, now }: Selling,
  open: Order | null,
): Promise<{ priced: PricedLine[]; lines: OrderLine[]; code: FoundCode | null }> {
  const { kind } = product;
  const key = askedKey(asked.lines, asked.termsVersion);
  const priced = await product.price(tx, buyer, asked.lines, now, { termsVersion: asked.termsVersion });
  if (priced.length !== asked.lines.length)
    throw new Error(`product "${kind}" priced a different number of lines than requested`);
  let code: FoundCode | null = null;
  const lines: OrderLine[] = [];
  for (const [i, line] of priced.entries()) {
    const found = await findAskedCode(tx, services, { buyer, product, line: asked.lines[i]!, open, now });
    code ??= found;
    const off = found ? discountCents(found, lineTotalCents(line)) : 0;
    const payload = { ...line.payload, codeId: found?.codeId ?? null, asked: key };
    lines.push({ ...line, lineNo: i + 1, kind, discountCents: line.discountCents + off, payload });
  }
  return { priced, lines, code };
}

/** Throws `functionSuspended` (20) for a guest while guests cannot check out. Open orders continue. */
export async function demandCheckout(
  { db, now }: { db: Db | Tx; now: Date },
  { kind }: Pick<Buyer, 'kind'>,
): Promise<void> {
  if (kind === 'guest') await demandOn({ db, now }, 'checkout.guest');
}

async function openSale(tx: Tx, services: SalesServices, selling: Selling): Promise<Order> {
  const { buyer, product, asked, now } = selling;
  const { kind } = product;
  const key = askedKey(asked.lines, asked.termsVersion);
  const owner =
    buyer.kind === 'member' ? { memberId: buyer.memberId, guestId: null } : { memberId: null, guestId: buyer.guestId };
  const { idempotencyKey } = asked;
  const before = await ordersBefore(tx, { ...owner, kind, idempotencyKey });
  const { known, open } = before;
  if (known && keyOfOrder(known) !== key)
    throw new DomainError('conflict', 'the idempotency key was used for a different request');
  const same = known ?? sameAsked(open, selling);
  if (same) return same;
  await demandCheckout({ db: tx, now }, buyer);
  const { priced, lines, code } = await priceLines(tx, services, selling, open);
  const until = new Date(now.getTime() + HOLD_MS);
  const { utmMedium, utmSource, termsVersion } = asked;
  const order = await openOrder(
    tx,
    {
      ...owner,
      kind,
      lines,
      isAutopay: false,
      idempotencyKey,
      returnPath: asked.returnPath,
      extraData: { utm_medium: utmMedium, utm_source: utmSource, terms_version: termsVersion },
      // Expires with its holds.
      expiresAt: until,
      now,
    },
    services.payments,
    before,
  );
  if (code && buyer.kind === 'member') await holdCode(tx, code, { memberId: buyer.memberId, orderId: order.id, now });
  // Last, because others who want the same wait for this transaction to end.
  await product.hold(tx, order, priced, until);
  return order;
}

/** If only held items are left, ends expired holds and retries once. */
async function openWithRoom(services: SalesServices, selling: Selling): Promise<Order> {
  const open = () => services.db.transaction((tx) => openSale(tx, services, selling));
  try {
    return await open();
  } catch (error) {
    const mayFree =
      error instanceof DomainError &&
      error.errorName === 'quotaFull' &&
      (error.detail as { may_free?: boolean }).may_free === true;
    if (!mayFree) throw error;
    const freed = await services.db.transaction((tx) => endHolds(tx, selling.now));
    if (freed === 0) throw error;
    return open();
  }
}

/** A free order is fulfilled at once, without a provider. */
async function saleOf(services: SalesServices, buyer: Buyer, order: Order): Promise<Sale> {
  if (order.state !== 'open' || order.totalCents > 0)
    return { order, checkoutPath: services.checkoutPath(order), position: null };
  const asked = { orderId: order.id, gateway: 'free', method: 'none', remoteIp: null } as const;
  const { start } = await startAttempt(services.payments, buyer, asked);
  const checkoutPath = start.kind === 'redirect' ? start.url : services.checkoutPath(order);
  return { order, checkoutPath, position: null };
}

/**
 * Opens an order for individually sold products (AP-037) at server prices, and holds limited items. A repeated submit
 * returns the same order. Limited items are sold by the queue: a buyer who must wait gets their position.
 */
export async function sell(
  services: SalesServices,
  buyer: Buyer,
  asked: AskedSale,
  visitor: { now: Date; remoteIp: string },
): Promise<Sale> {
  const { now } = visitor;
  const product = services.products[asked.productType];
  if (!product) throw new DomainError('productNotFound');
  if (buyer.kind === 'guest' && !product.forGuests) throw new DomainError('notAuthenticated');
  demandSound(asked);
  await demandReal(services, buyer, asked, visitor);
  const selling = { buyer, product, asked, now };
  if (!product.isQueued) return saleOf(services, buyer, await openWithRoom(services, selling));
  const known = await services.queue.pass(itemOf(product.kind, asked.lines), buyerKey(buyer), {
    open: async () => sameAsked(await getOpenOrder(services.db, buyer, product.kind), selling),
    // By the time of their turn, not of arrival, so that holds last their full time.
    work: () => openWithRoom(services, { ...selling, now: services.payments.clock() }),
  });
  if ('number' in known) return { order: null, checkoutPath: null, position: known };
  return saleOf(services, buyer, known);
}

/** The same, of what has no queue: nobody waits, so there is an order. */
export async function sellAtOnce(
  services: SalesServices,
  buyer: Buyer,
  asked: Pick<AskedSale, 'productType' | 'lines'> & Partial<AskedSale>,
  visitor: { now: Date; remoteIp: string },
): Promise<Extract<Sale, { position: null }>> {
  const nothingElse = { termsVersion: null, utmMedium: null, utmSource: null, idempotencyKey: null, returnPath: null };
  const sale = await sell(services, buyer, { ...nothingElse, ...asked }, visitor);
  if (sale.order === null) throw new DomainError('unavailable');
  return sale;
}
