import { redirect, type ActionFunctionArgs } from 'react-router';
import { moneyPage } from '#app/pages/plans/money-page.server.ts';
import { sellSingle } from '#app/pages/plans/single-sale.server.ts';
import { paths } from '#app/paths.ts';

/** The buyer: a guest logs in and returns; the address must be verified first, as the receipt is mailed. */
async function rentersPage(args: ActionFunctionArgs) {
  const page = await moneyPage(args);
  if (!page.actor.isEmailVerified) throw redirect(paths.memberMessage('tvodEmailNotVerified'), 303);
  return page;
}

export const action = (args: ActionFunctionArgs) => sellSingle(args, 'Premium', rentersPage);
