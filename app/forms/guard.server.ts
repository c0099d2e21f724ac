import type { RouterContextProvider } from 'react-router';
import { requestContext } from '#app/context.server.ts';
import { openTicket } from '#domain/forms/forms.ts';
import type { BotCheckAction } from '#shared/bot-check.ts';
import type { HumanGuard } from './form.types.ts';

/** What a form with the human check carries from the moment it is opened: such a page is kept for nobody. */
export function openGuard(context: Readonly<RouterContextProvider>, action: BotCheckAction): HumanGuard {
  const { human, now, botCheckWidget } = context.get(requestContext);
  return { ticket: openTicket(human, now), botCheckWidget: { ...botCheckWidget, action } };
}
