import { demandAttempt } from '#domain/attempts/attempts.ts';
import { type Visitor } from '#domain/auth/auth.ts';
import { FormError, readForm } from '#domain/forms/forms.ts';
import { addressKey } from '#shared/http/address-key.ts';
import { MEMBER_RATE_LIMITS } from '#shared/limits.ts';
import type { MemberServices } from '#domain/members/member-services.ts';
import { MEMBER_FORMS } from '#domain/members/members.rules.ts';

async function refuseDomain({ mailDomains }: Pick<MemberServices, 'mailDomains'>, domain: string, field: string) {
  const verdict = await mailDomains.check(domain);
  // `unknown` never blocks: the mail itself will show whether the domain accepts mail.
  if (verdict === 'noMailExchange') throw new FormError([{ field, code: 'noMailExchange' }]);
  if (verdict === 'invalid') throw new FormError([{ field, code: 'invalidDomain' }]);
}

/** 40003 and 40005 if no mail can reach an address. */
export const checkDomainOf = (services: Pick<MemberServices, 'mailDomains'>, email: string): Promise<void> =>
  refuseDomain(services, email.slice(email.lastIndexOf('@') + 1), 'email');

/** Checks whether a domain accepts mail, while the form is being filled in. */
export async function checkMailDomain(
  services: MemberServices,
  given: Readonly<Record<string, unknown>>,
  { now, remoteIp }: Visitor,
): Promise<void> {
  const { domain } = readForm(MEMBER_FORMS.checkMX, given, now);
  await demandAttempt(services.db, `domain:${addressKey(remoteIp)}`, { ...MEMBER_RATE_LIMITS.domainChecks, now });
  await refuseDomain(services, domain, 'domain');
}
