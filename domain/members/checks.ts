import type { BotCheckAction } from '#shared/bot-check.ts';
import { addressKey } from '#shared/address-key.ts';
import { DomainError } from '#shared/domain-error.ts';
import { demandAttempt } from '#domain/auth/attempts.ts';
import { MemberFormError, readMemberForm } from './member-form.ts';
import { LIMITS } from './member-limits.ts';
import type { MemberServices, Visitor } from './member-services.ts';

/** Lets people pass and programs not. A checker that does not answer is nobody's fault: 503, to be tried again. */
export async function proveHuman(
  { botCheck }: Pick<MemberServices, 'botCheck'>,
  token: string,
  remoteIp: string,
  action: BotCheckAction,
) {
  const { verdict } = await botCheck.verify(token, remoteIp || undefined, action);
  if (verdict === 'unavailable') throw new DomainError('unavailable', 'the bot check does not answer');
  if (verdict === 'refused') throw new MemberFormError([{ field: 'turnstileToken', code: 'botCheck' }]);
}

async function refuseDomain({ mailDomains }: Pick<MemberServices, 'mailDomains'>, domain: string, field: string) {
  const verdict = await mailDomains.check(domain);
  // `unknown` never blocks: the mail that follows finds out.
  if (verdict === 'noMailExchange') throw new MemberFormError([{ field, code: 'noMailExchange' }]);
  if (verdict === 'invalid') throw new MemberFormError([{ field, code: 'invalidDomain' }]);
}

/** 40003 and 40005 where no mail can reach an address. */
export const checkDomainOf = (services: Pick<MemberServices, 'mailDomains'>, email: string): Promise<void> =>
  refuseDomain(services, email.slice(email.lastIndexOf('@') + 1), 'email');

/** Tells whether a domain takes mail, while somebody fills in the form. */
export async function checkMailDomain(
  services: MemberServices,
  given: Readonly<Record<string, unknown>>,
  { now, remoteIp }: Visitor,
): Promise<void> {
  const { domain } = readMemberForm('checkMX', given, now);
  await demandAttempt(services.db, `domain:${addressKey(remoteIp)}`, { ...LIMITS.domainChecks, now });
  await refuseDomain(services, domain, 'domain');
}
