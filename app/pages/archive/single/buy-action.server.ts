import type { ActionFunctionArgs } from 'react-router';
import { returnAddress } from '#app/components/member/return-address.ts';
import { idParam } from '#app/params.server.ts';
import { buyersPage, orOpenOrder, pressedMethod, takePosted, toCheckout } from '#app/pages/plans/money-page.server.ts';
import { sellAtOnce } from '#domain/sales/sales.ts';

/** Opens the order at the current price and redirects to the chosen provider. */
export const action = (args: ActionFunctionArgs) =>
  takePosted(
    args,
    async (page, given) => {
      const way = pressedMethod(page.methods, given);
      return orOpenOrder(page, async () => {
        const id = idParam(args.params['id']);
        const promotionCode = (given['code'] ?? '').trim() || null;
        const asked = {
          productType: 'Replay' as const,
          lines: [{ kind: 'replay', id, unit: null, quantity: 1, promotionCode }],
          returnPath: returnAddress(args.request.headers.get('cookie')),
        };
        const { order } = await sellAtOnce(page.sales, page.actor, asked, page.visitor);
        return toCheckout(page, { orderId: order.id, totalCents: order.totalCents }, way);
      });
    },
    buyersPage,
  );
