import { redirect, redirectDocument, type LoaderFunctionArgs } from 'react-router';
import { notFound } from '#app/params.server.ts';
import { screenPaths } from '#app/screen-paths.ts';
import { getEvent } from '#domain/events/events.ts';
import { isPaidHere, moneyPage, paymentOf, pathOf, usualMethod } from './money-page.server.ts';

/**
 * The tickets of an order without a payment attempt. Once a provider is chosen, or the order has ended, its buyer is
 * redirected to its status page.
 */
export async function loader(args: LoaderFunctionArgs) {
  const page = await moneyPage(args);
  if (!args.url.searchParams.has('order')) throw redirect(screenPaths.myLive(), 303);
  const payment = await paymentOf(page, args.url);
  const [line] = payment?.lines ?? [];
  if (payment?.kind !== 'livestream' || line === undefined) throw notFound();
  if (!isPaidHere(payment) || payment.attempt !== null) throw redirectDocument(pathOf(payment), 303);
  const event = await getEvent(page, line.productId);
  const { methods } = page;
  return {
    siteUrl: page.siteUrl,
    orderId: payment.orderId,
    quantity: line.quantity,
    totalCents: payment.totalCents,
    discountCents: payment.discountCents,
    heldUntilMs: payment.expiresAt.getTime(),
    event: {
      title: event.title,
      href: screenPaths.liveEvent(event.id, event.title),
      art: event.keyart,
      venue: event.venue,
      startsAtMs: event.startsAt.getTime(),
      endsAtMs: event.endsAt.getTime(),
    },
    methods,
    method: usualMethod(methods, args.request)?.method ?? null,
  };
}
