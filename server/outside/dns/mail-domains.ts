import { promises as dns } from 'node:dns';
import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { LRUCache } from 'lru-cache';
import { OUTSIDE_LIMITS } from '#shared/limits.ts';
import type { MailDomains, MailDomainVerdict } from '#shared/outside/mail-domains.ts';

export interface DnsMailDomainsOptions {
  /** Addresses of name servers, with a port unless it is 53. Empty: those of the machine. */
  servers: readonly string[];
  timeoutMs?: number;
  nowMs?: () => number;
}

const TRIES = 2;
const DOMAINS = 20_000;
const MINUTE_MS = 60_000;
/** Cache lifetime by verdict. */
const KEPT_MS: Record<MailDomainVerdict, number> = {
  accepts: 24 * 60 * MINUTE_MS,
  noMailExchange: 10 * MINUTE_MS,
  invalid: 10 * MINUTE_MS,
  unknown: MINUTE_MS,
};

/** A domain in ASCII form. Null if invalid. */
function asciiDomain(domain: string): string | null {
  const ascii = domainToASCII(domain.trim().replace(/\.$/, '')).toLowerCase();
  const labels = ascii.split('.');
  const isName =
    ascii.length <= 253 &&
    labels.length >= 2 &&
    labels.every((label) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(label)) &&
    /^[a-z]/.test(labels.at(-1) ?? '');
  return isName ? ascii : null;
}

const errorCode = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** An address that cannot receive mail from the internet. */
function isNowhere(address: string): boolean {
  if (isIP(address) === 6) {
    const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
    return mapped ? isNowhere(mapped) : /^(?:::1?$|f[cd]|fe[89ab])/i.test(address);
  }
  const [a = 0, b = 0] = address.split('.').map(Number);
  return (
    a === 0 ||
    a === 10 ||
    a === 127 ||
    a >= 224 ||
    (a === 100 && b >= 64 && b < 128) ||
    (a === 169 && b === 254) ||
    (a === 172 && b >= 16 && b < 32) ||
    (a === 192 && b === 168)
  );
}

type Found = { found: string[] } | { found: null; code: string };
const MAX_EXCHANGES = 5;

/**
 * Checks by DNS whether a domain accepts mail: by its MX records, or without any by its own address (RFC 5321, RFC
 * 7505). If DNS does not answer the verdict is `unknown`, and delivery decides. No mailbox is probed.
 */
export function dnsMailDomains({
  servers,
  timeoutMs = OUTSIDE_LIMITS.namesTimeoutMs,
  nowMs = Date.now,
}: DnsMailDomainsOptions): MailDomains {
  // A separate instance, so that timeout and servers of other users do not change.
  const resolver = new dns.Resolver({ timeout: timeoutMs, tries: TRIES });
  if (servers.length > 0) resolver.setServers([...servers]);
  const kept = new LRUCache<string, { verdict: MailDomainVerdict; untilMs: number }>({ max: DOMAINS });
  const underWay = new Map<string, Promise<MailDomainVerdict>>();

  async function addressesOf(name: string): Promise<Found> {
    const results = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const found = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
    if (found.length > 0) return { found };
    const codes = results.map((result) => (result.status === 'rejected' ? errorCode(result.reason) : 'ENODATA'));
    const unanswered = codes.find((code) => code !== 'ENODATA' && code !== 'ENOTFOUND');
    return { found: null, code: unanswered ?? (codes.includes('ENODATA') ? 'ENODATA' : 'ENOTFOUND') };
  }

  /** Verdict from the addresses of the mail exchanges. */
  function verdictOf(places: readonly Found[]): MailDomainVerdict {
    if (places.some(({ found }) => found?.some((address) => !isNowhere(address)))) return 'accepts';
    const isUnsure = places.some((place) => place.found === null && !['ENODATA', 'ENOTFOUND'].includes(place.code));
    return isUnsure ? 'unknown' : 'noMailExchange';
  }

  async function ask(domain: string): Promise<MailDomainVerdict> {
    try {
      const records = await resolver.resolveMx(domain);
      const exchanges = records.map(({ exchange }) => exchange).filter((name) => name !== '' && name !== '.');
      if (exchanges.length === 0) return 'noMailExchange';
      return verdictOf(await Promise.all(exchanges.slice(0, MAX_EXCHANGES).map((name) => addressesOf(name))));
    } catch (error) {
      const code = errorCode(error);
      if (code === 'ENOTFOUND') return 'invalid';
      return code === 'ENODATA' ? verdictOf([await addressesOf(domain)]) : 'unknown';
    }
  }

  return {
    async check(given) {
      const domain = asciiDomain(given);
      if (domain === null) return 'invalid';
      const known = kept.get(domain);
      if (known && known.untilMs > nowMs()) return known.verdict;
      const first = underWay.get(domain);
      if (first) return first;
      const asking = ask(domain);
      underWay.set(domain, asking);
      try {
        const verdict = await asking;
        kept.set(domain, { verdict, untilMs: nowMs() + KEPT_MS[verdict] });
        return verdict;
      } finally {
        underWay.delete(domain);
      }
    },
  };
}
