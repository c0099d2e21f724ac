import type { RouterContextProvider } from 'react-router';
import { requestContext } from '#app/context.server.ts';
import { openTicket } from '#domain/forms/forms.ts';
import type { BotCheckAction } from '#shared/outside/bot-check.ts';
import type { BotCheckGuard } from './form.types.ts';

/** Data of a form with the bot check, from its opening; such a page is not cached. */
export function openGuard(context: Readonly<RouterContextProvider>, action: BotCheckAction): BotCheckGuard {
  const { human, now, botCheckWidget } = context.get(requestContext);
  return { ticket: openTicket(human, now), botCheckWidget: { ...botCheckWidget, action } };
}
