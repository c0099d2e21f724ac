import { redirect, type ActionFunctionArgs } from 'react-router';
import { returnAddress } from '#app/components/member/return-address.ts';
import { idParam } from '#app/params.server.ts';
import { moneyPage, orOpenOrder, pressedMethod, takePosted, toCheckout } from '#app/pages/plans/money-page.server.ts';
import { paths } from '#app/paths.ts';
import { sellAtOnce } from '#domain/sales/sales.ts';

/** The buyer: a guest logs in and returns; the address must be verified first, as the receipt is mailed. */
async function buyersPage(args: ActionFunctionArgs) {
  const page = await moneyPage(args);
  if (!page.actor.isEmailVerified) throw redirect(paths.memberMessage('tvodEmailNotVerified'), 303);
  return page;
}

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
    () => buyersPage(args),
  );
