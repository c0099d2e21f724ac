import { redirectDocument, type ActionFunctionArgs } from 'react-router';
import { returnAddress } from '#app/components/member/return-address.ts';
import { idParam } from '#app/params.server.ts';
import { sellAtOnce } from '#domain/sales/sales.ts';
import { orOpenOrder, pressedMethod, takePosted, toCheckout, type MoneyPage } from './money-page.server.ts';

/** Opens the order of one film or replay at its current price and redirects to the chosen provider. None runs out. */
export const sellSingle = (
  args: ActionFunctionArgs,
  productType: 'Premium' | 'Replay',
  pageOf: (args: ActionFunctionArgs) => Promise<MoneyPage>,
) =>
  takePosted(
    args,
    async (page, given) => {
      const way = pressedMethod(page.methods, given);
      return orOpenOrder(page, async () => {
        const id = idParam(args.params['id']);
        const promotionCode = (given['code'] ?? '').trim() || null;
        const kind = productType === 'Premium' ? 'premium' : 'replay';
        const asked = {
          productType,
          lines: [{ kind, id, unit: null, quantity: 1, promotionCode }],
          returnPath: returnAddress(args.request.headers.get('cookie')),
        };
        const { order, checkoutPath } = await sellAtOnce(page.sales, page.actor, asked, page.visitor);
        // It was given at once: nothing is left to be paid.
        if (order.totalCents === 0) return redirectDocument(checkoutPath, 303);
        return toCheckout(page, { orderId: order.id, totalCents: order.totalCents }, way);
      });
    },
    pageOf,
  );
