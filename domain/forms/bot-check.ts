import type { BotCheck, BotCheckAction } from '#shared/outside/bot-check.ts';
import { DomainError } from '#shared/domain-error.ts';
import { stringOrEmpty, type Given } from './fields.rules.ts';
import { FormError } from './form-error.ts';
import { BOT_CHECK_FIELDS } from './bot-check.rules.ts';
import { issueTicket, nameOfTicket } from './ticket.ts';

/** Dependencies of the bot check. */
export interface BotCheckServices {
  botCheck: BotCheck;
  /** Secret that signs tickets. Shared by all processes. */
  ticketKey: string;
  /** Redeems a ticket by its name, once. Throws `tooManyRequests` if the limit is exceeded. */
  takeTicket: (name: string, by: { action: BotCheckAction; remoteIp: string; now: Date }) => Promise<boolean>;
}

/** The sender of a form, as far as the check needs it. */
export interface FormSender {
  now: Date;
  remoteIp: string;
  /** Whether a ticket may replace the bot check. Only for forms submitted from our own pages. */
  mayUseTicket?: boolean;
}

/** Hidden field with the time at which the form was opened. */
export const openTicket = ({ ticketKey }: Pick<BotCheckServices, 'ticketKey'>, now: Date): string =>
  issueTicket(ticketKey, now);

/**
 * Bot check by the hidden fields of a form. For browsers without scripts, which the check cannot assess, a ticket of
 * the page is accepted once. If the provider is unavailable: 503, and the client may retry.
 */
export async function verifyBotCheck(
  services: BotCheckServices,
  action: BotCheckAction,
  given: Given,
  { now, remoteIp, mayUseTicket = false }: FormSender,
): Promise<'passed' | 'ticket'> {
  const refusal = new FormError([{ field: BOT_CHECK_FIELDS.token, code: 'botCheck' }]);
  if (stringOrEmpty(given[BOT_CHECK_FIELDS.trap]) !== '') throw refusal;
  const token = stringOrEmpty(given[BOT_CHECK_FIELDS.token]);
  if (token === '') {
    const name = mayUseTicket
      ? nameOfTicket(services.ticketKey, stringOrEmpty(given[BOT_CHECK_FIELDS.ticket]), now)
      : null;
    if (name === null || !(await services.takeTicket(name, { action, remoteIp, now }))) throw refusal;
    return 'ticket';
  }
  const { verdict } = await services.botCheck.verify(token, remoteIp || undefined, action);
  if (verdict === 'unavailable') throw new DomainError('unavailable', 'the bot check does not respond');
  if (verdict === 'refused') throw refusal;
  return 'passed';
}
