/** Whether a domain accepts mail. */
export type MailDomainVerdict =
  | 'accepts'
  /**
   * The domain exists, but has no MX record and no address to fall back on, or declares that it accepts no mail
   * (40003).
   */
  | 'noMailExchange'
  /** The domain does not exist or is invalid (40005). */
  | 'invalid'
  /** DNS did not answer: no reason to reject the address. */
  | 'unknown';

/** Interface to DNS look-ups. */
export interface MailDomains {
  check(domain: string): Promise<MailDomainVerdict>;
}
