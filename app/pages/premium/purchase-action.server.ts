import { redirect, type ActionFunctionArgs } from 'react-router';
import { returnAddress } from '#app/components/member/return-address.ts';
import { idParam } from '#app/params.server.ts';
import { moneyPage, orOpenOrder, pressedMethod, takePosted, toCheckout } from '#app/pages/plans/money-page.server.ts';
import { paths } from '#app/paths.ts';

/** The buyer: a guest logs in and returns; the address must be verified first, as the receipt is mailed. */
async function rentersPage(args: ActionFunctionArgs) {
  const page = await moneyPage(args);
  if (!page.actor.isEmailVerified) throw redirect(paths.memberMessage('tvodEmailNotVerified'), 303);
  return page;
}

/** Opens the order at the current price and redirects to the chosen provider. */
export const action = (args: ActionFunctionArgs) =>
  takePosted(
    args,
    async (page, given) => {
      const way = pressedMethod(page.doors.listMethods(), given);
      return orOpenOrder(page, async () => {
        const asked = {
          filmId: idParam(args.params['id']),
          code: given['code'] ?? '',
          returnPath: returnAddress(args.request.headers.get('cookie')),
        };
        const order = await page.doors.rentFilm(page.actor, asked, page.visitor.remoteIp);
        return toCheckout(page, order, way);
      });
    },
    () => rentersPage(args),
  );
