import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { memberOf, membersOnly, privateCalls, visitorOf } from '#domain/auth/auth.ts';
import { emptyReplySchema } from '#domain/auth/auth.schema.ts';
import { DomainError } from '#shared/domain-error.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { askGuestProof, findGuestOrder, guestCookie, guestOf, proveGuest } from './guests.ts';
import {
  askGuestProofBodySchema,
  findGuestOrderBodySchema,
  proveGuestBodySchema,
  saleQuoteBodySchema,
  saleQuoteReplySchema,
  salesTransactionBodySchema,
  saleReplySchema,
  type SalesTransactionBody,
} from './sales.schema.ts';
import { quoteSale } from './quoting.ts';
import { sell } from './selling.ts';
import type { AskedSale, Buyer, SalesServices } from './sales.types.ts';

const MAX_KEY = 100;
const DONE = ok({});
const tags = ['payment'];

/** Set by the page, so that a repeated submit counts once. */
function keyOf(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  return typeof key === 'string' && key !== '' ? key.slice(0, MAX_KEY) : null;
}

function askedOf(
  body: Pick<SalesTransactionBody, 'product_type' | 'lines' | 'terms_version'> & Partial<SalesTransactionBody>,
  idempotencyKey: string | null,
): AskedSale {
  return {
    productType: body.product_type,
    lines: body.lines.map(({ kind, id, unit, quantity, promotion_code: code }) => ({
      kind,
      id,
      unit: unit ?? null,
      quantity,
      promotionCode: code == null || code.trim() === '' ? null : code.trim(),
    })),
    termsVersion: body.terms_version ?? null,
    utmMedium: body.utm_medium ?? null,
    utmSource: body.utm_source ?? null,
    idempotencyKey,
    returnPath: body.return_path ?? null,
  };
}

/** Calls for buying films, tickets and campaign goods, and for verifying guests. */
export async function salesApi(
  app: FastifyInstance,
  { services, clock }: { services: SalesServices; clock: () => Date },
): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>();
  privateCalls(app);

  /** The member, else the guest verified in this browser. */
  async function buyerOf(request: FastifyRequest): Promise<Buyer> {
    const actor = await request.actor();
    if (actor.kind === 'member') return { kind: 'member', memberId: actor.memberId };
    const guest = await guestOf(services, request.headers.cookie, clock());
    if (guest === null) throw new DomainError('notAuthenticated');
    return guest;
  }

  api.post(
    '/api/payment/salesTransaction',
    {
      schema: {
        tags,
        summary: 'Opens an order of films, tickets or campaign items at current prices',
        description:
          'No price is read from the body. The same `Idempotency-Key`, or the same while it is open, is answered with the same order. What runs out is held ten minutes and sold in the order of coming.',
        body: salesTransactionBodySchema,
        response: {
          200: wrapped(saleReplySchema),
          ...refusals(
            'notAuthenticated',
            'invalidParam',
            'transactionProcessing',
            'productNotFound',
            'alreadyOwned',
            'codeInProcess',
            'quotaFull',
            'codeNotEligible',
            'codeOver',
            'tooManyRequests',
          ),
        },
      },
    },
    async (request) => {
      const buyer = await buyerOf(request);
      const asked = askedOf(request.body, keyOf(request));
      const { order, checkoutPath, position } = await sell(services, buyer, asked, visitorOf(request, clock()));
      return ok({
        order_id: order?.id ?? 0,
        total_cents: order?.totalCents ?? 0,
        checkout_path: checkoutPath,
        place: position && { number: position.number, ahead: position.ahead, every_ms: position.everyMs },
      });
    },
  );

  api.post(
    '/api/payment/quoteSale',
    {
      schema: {
        tags,
        summary: 'Quotes the current price with a code; opens and reserves nothing',
        body: saleQuoteBodySchema,
        response: {
          200: wrapped(saleQuoteReplySchema),
          ...refusals(
            'notAuthenticated',
            'invalidParam',
            'productNotFound',
            'alreadyOwned',
            'codeInProcess',
            'codeNotEligible',
            'codeOver',
            'tooManyRequests',
          ),
        },
      },
      ...membersOnly,
    },
    async (request) => {
      const { discountCents, totalCents } = await quoteSale(
        services,
        await memberOf(request),
        askedOf(request.body, null),
        visitorOf(request, clock()),
      );
      return ok({ discount_cents: discountCents, total_cents: totalCents });
    },
  );

  api.post(
    '/api/payment/askGuestProof',
    {
      schema: {
        tags,
        summary: 'Mails a six-digit code that verifies an address for buying without an account',
        body: askGuestProofBodySchema,
        response: { 200: wrapped(emptyReplySchema), ...refusals('invalidParam', 'tooManyRequests') },
      },
    },
    async (request) => {
      await askGuestProof(services, request.body, visitorOf(request, clock()));
      return DONE;
    },
  );

  api.post(
    '/api/payment/proveGuest',
    {
      schema: {
        tags,
        summary: 'Verifies the mailed code; the browser may then buy as that guest',
        body: proveGuestBodySchema,
        response: {
          200: wrapped(emptyReplySchema),
          ...refusals('invalidParam', 'verifyCodeNotFound', 'tooManyRequests'),
        },
      },
    },
    async (request, reply) => {
      const now = clock();
      const guest = await proveGuest(services, request.body, visitorOf(request, now));
      void reply.header('set-cookie', guestCookie(services, guest, now));
      return DONE;
    },
  );

  api.post(
    '/api/payment/findGuestOrder',
    {
      schema: {
        tags,
        summary: 'Mails a link to the orders of an address, if there are any; the reply does not disclose it',
        body: findGuestOrderBodySchema,
        response: { 200: wrapped(emptyReplySchema), ...refusals('invalidParam', 'tooManyRequests') },
      },
    },
    async (request) => {
      await findGuestOrder(services, request.body, visitorOf(request, clock()));
      return DONE;
    },
  );
}
