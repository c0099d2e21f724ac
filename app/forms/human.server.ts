import type { RouterContextProvider } from 'react-router';
import { requestContext } from '#app/context.server.ts';
import { spendTicket, ticketOf } from '#domain/contact/contact.ts';
import { demandAttempt } from '#domain/auth/auth.ts';
import type { BotCheck, BotCheckAction } from '#shared/bot-check.ts';
import type { HumanGuard } from './member-form.tsx';

/** Forms that tickets may send in an hour, all visitors together: the few without scripts, not programs. */
const TICKETS = { limit: 100, windowMs: 3_600_000 };
const PASSED: BotCheck = { verify: async () => ({ verdict: 'passed' }) };

/** What a form with the bot check carries from the moment it is opened. */
export function openGuard(context: Readonly<RouterContextProvider>, action: BotCheckAction): HumanGuard {
  const { contact, now, botCheckWidget } = context.get(requestContext);
  return { ticket: ticketOf(contact, now), botCheckWidget: { ...botCheckWidget, action } };
}

/**
 * The services and fields to give to a door that asks for the bot check. A browser without scripts cannot be seen by it:
 * there the page's ticket stands in, once, as on the forms of visitors, for so many an hour. The limits of the door hold as well.
 */
export async function withHuman<S extends { botCheck: BotCheck }>(
  services: S,
  given: Record<string, string>,
  context: Readonly<RouterContextProvider>,
): Promise<{ services: S; given: Record<string, string> }> {
  const { db, now, remoteIp, contact } = context.get(requestContext);
  if (given['turnstileToken'] || !(await spendTicket(contact, given['ticket'], { remoteIp, now })))
    return { services, given };
  await demandAttempt(db, 'member-tickets', { ...TICKETS, now });
  return { services: { ...services, botCheck: PASSED }, given: { ...given, turnstileToken: 'ticket' } };
}
