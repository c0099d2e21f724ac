/** Whether the domain of an address takes mail. */
export type MailDomainVerdict =
  | 'accepts'
  /** The name is there, but has no mail exchange and no address that could be one, or says that it takes no mail (40003). */
  | 'noMailExchange'
  /** There is no such name, or it is not one (40005). */
  | 'invalid'
  /** Nobody answered: no reason to refuse anybody. */
  | 'unknown';

/** The door to whoever knows the domains of the world. */
export interface MailDomains {
  check(domain: string): Promise<MailDomainVerdict>;
}
