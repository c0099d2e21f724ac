import { data, redirect, type LoaderFunctionArgs } from 'react-router';
import { requestContext } from '#app/context.server.ts';
import { notFound } from '#app/params.server.ts';
import { truthOf } from '#app/pages/checkout/payment-truth.ts';
import { paths } from '#app/paths.ts';
import { messages, results } from '#app/text/zh-hk/outcomes.ts';
import { listPurchases } from '#domain/purchases/purchases.ts';
import { GUEST_RESULT_KINDS, MESSAGE_PAGE_KINDS } from '#shared/enums.ts';
import { afterLogIn, buttonsOfMessage, buttonsOfResult } from './outcome-buttons.ts';

/** The referring page of this site, so that "back" works without scripts too; else the home page. */
function backFrom(request: Request, siteUrl: string): string {
  const from = request.headers.get('referer') ?? '';
  if (!URL.canParse(from)) return paths.home();
  const { origin, pathname, search } = new URL(from);
  const isOurs = origin === new URL(siteUrl).origin && pathname !== new URL(request.url).pathname;
  return isOurs && !pathname.startsWith('//') ? pathname + search : paths.home();
}

async function visitorOf({ request, context }: LoaderFunctionArgs) {
  const { actor, links, siteUrl } = context.get(requestContext);
  const { kind } = await actor();
  return { isMember: kind === 'member', pricing: links.pricing, back: backFrom(request, siteUrl) };
}

/** Orders that a member's recent action may be about. */
const RECENT = 10;

/** A member without a pending payment is redirected to their payment history, which shows the result. */
async function leadOnWhereKnown({ context }: LoaderFunctionArgs): Promise<void> {
  const { actor: actorOf, payments } = context.get(requestContext);
  const actor = await actorOf();
  if (actor.kind === 'guest') return;
  const recent = await listPurchases(payments, actor, RECENT);
  const isUnderWay = recent.some((purchase) => truthOf(purchase) === 'processing');
  if (recent.length > 0 && !isUnderWay) throw redirect(paths.memberHistory(), 303);
}

/**
 * `/member/error/…`. Only messages for missing things have their status: a link must not report a server fault.
 */
async function loadMessage(args: LoaderFunctionArgs) {
  const kind = MESSAGE_PAGE_KINDS.find((known) => known === args.params.kind);
  if (!kind) throw notFound();
  if (kind === 'transactionProcessing') await leadOnWhereKnown(args);
  const visitor = await visitorOf(args);
  const buttons = buttonsOfMessage(kind, { isMember: visitor.isMember, hasPlans: visitor.pricing !== '' });
  const page = {
    ...messages[kind],
    ...visitor,
    buttons,
    afterLogIn: afterLogIn(kind),
    asksToWrite: kind === 'contactCs',
  };
  return data(page, { status: kind === 'show404' ? 404 : 200 });
}

/** `/member/user/…` result pages. */
async function loadResult(args: LoaderFunctionArgs) {
  const kind = GUEST_RESULT_KINDS.find((known) => known === args.params.kind);
  if (!kind) throw notFound();
  const visitor = await visitorOf(args);
  return {
    ...results[kind],
    ...visitor,
    buttons: buttonsOfResult(kind, visitor),
    afterLogIn: afterLogIn(kind),
    asksToWrite: false,
  };
}

export const loader = (args: LoaderFunctionArgs) =>
  args.pattern.endsWith('/error/:kind') ? loadMessage(args) : loadResult(args);
