import type { BotCheck, BotCheckAction } from '#shared/bot-check.ts';
import { DomainError } from '#shared/domain-error.ts';
import { textOf, type Given } from './fields.rules.ts';
import { FormError } from './form-error.ts';
import { HUMAN_FIELDS } from './human.rules.ts';
import { issueTicket, nameOfTicket } from './ticket.ts';

/** What the human check needs of the house. */
export interface HumanServices {
  botCheck: BotCheck;
  /** Secret that tickets are signed with; every process has the same. */
  ticketKey: string;
  /** Takes a ticket by its name, once. Throws `tooManyRequests` where enough of them were sent. */
  takeTicket: (name: string, by: { action: BotCheckAction; remoteIp: string; now: Date }) => Promise<boolean>;
}

/** Who sends a form, as far as the check asks. */
export interface FormSender {
  now: Date;
  remoteIp: string;
  /** Whether a ticket may stand in for the bot check: only where the form came from one of our pages. */
  mayUseTicket?: boolean;
}

/** The hidden field that a form carries from the moment it is opened. */
export const openTicket = ({ ticketKey }: Pick<HumanServices, 'ticketKey'>, now: Date): string =>
  issueTicket(ticketKey, now);

/**
 * Lets people pass and programs not, by the hidden fields of a form. A browser without scripts cannot be seen by the bot
 * check: there the page's ticket stands in, once. A checker that does not answer is nobody's fault: 503, to be tried again.
 */
export async function proveHuman(
  services: HumanServices,
  action: BotCheckAction,
  given: Given,
  { now, remoteIp, mayUseTicket = false }: FormSender,
): Promise<'passed' | 'ticket'> {
  const refusal = new FormError([{ field: HUMAN_FIELDS.token, code: 'botCheck' }]);
  if (textOf(given[HUMAN_FIELDS.trap]) !== '') throw refusal;
  const token = textOf(given[HUMAN_FIELDS.token]);
  if (token === '') {
    const name = mayUseTicket ? nameOfTicket(services.ticketKey, textOf(given[HUMAN_FIELDS.ticket]), now) : null;
    if (name === null || !(await services.takeTicket(name, { action, remoteIp, now }))) throw refusal;
    return 'ticket';
  }
  const { verdict } = await services.botCheck.verify(token, remoteIp || undefined, action);
  if (verdict === 'unavailable') throw new DomainError('unavailable', 'the bot check does not answer');
  if (verdict === 'refused') throw refusal;
  return 'passed';
}
