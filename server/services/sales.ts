import type { FastifyInstance } from 'fastify';
import { campaignFulfilment, campaignProduct } from '#domain/campaigns/campaigns.ts';
import { ticketFulfilment, ticketProduct } from '#domain/events/tickets.ts';
import type { Fulfilment, PaymentServices } from '#domain/payments/payments.ts';
import { salesApi } from '#domain/sales/sales.api.ts';
import { createSaleQueue, productsOfCodes, saleFulfilment } from '#domain/sales/sales.ts';
import type { Products, SalesServices } from '#domain/sales/sales.types.ts';
import { replayFulfilment, replayProduct } from '#domain/replay-sales/replay-sales.ts';
import { standingOf } from '#domain/subscriptions/plan-times.ts';
import type { ProductsOfCodes } from '#domain/subscriptions/subscriptions.ts';
import { RENTAL_FULFILMENT, filmProduct } from '#domain/films/films.ts';
import { eventPaths } from '#shared/paths/event-paths.ts';
import { memberPaths } from '#shared/paths/member-paths.ts';

/** Dependencies of modules that sell and fulfil. */
interface SellingHouse {
  /** Free minutes of a replay, unless its programme has its own. */
  freeMinutes: number;
  siteUrl: string;
  secretKey: string;
}

interface RoomsThatSell {
  /** By the product type on the wire. */
  products: Products;
  /** By the kind of line. */
  fulfilments: Readonly<Record<string, Fulfilment>>;
}

/** The modules with single purchases, one line each. Scarce items are sold in order of arrival. */
export function roomsThatSell(house: SellingHouse): RoomsThatSell {
  const products: Products = {
    Premium: filmProduct,
    Livestream: ticketProduct(house),
    Campaign: campaignProduct,
    Replay: replayProduct(house),
  };
  const fulfilments: Record<string, Fulfilment> = {
    premium: RENTAL_FULFILMENT,
    livestream: ticketFulfilment(house),
    campaign: campaignFulfilment(house),
    replay: replayFulfilment,
  };
  return {
    products,
    fulfilments: Object.fromEntries(Object.entries(fulfilments).map(([kind, of]) => [kind, saleFulfilment(of)])),
  };
}

export function createSalesServices(payments: PaymentServices, house: SellingHouse): SalesServices {
  const { siteUrl, secretKey } = house;
  const { db, clock } = payments;
  return {
    db,
    payments,
    products: roomsThatSell(house).products,
    queue: createSaleQueue({ db, clock }),
    standingOf,
    siteUrl,
    secretKey,
    checkoutPath: ({ id, kind, memberId }) => {
      if (memberId === null) return memberPaths.guestOrders({ order: id });
      return kind === 'livestream' ? eventPaths.buyTickets(id) : memberPaths.cancelPayment(id);
    },
  };
}

/** Products granted by codes for films, events and campaigns, for the one function that redeems codes. */
export const codesOfProducts = ({ products }: SalesServices): ProductsOfCodes => productsOfCodes(products);

export const salesApis = (app: FastifyInstance, options: { services: SalesServices; clock: () => Date }) =>
  app.register((scope) => salesApi(scope, options));
