import { createSessionLookup, createSessionMemory } from '#domain/auth/auth.ts';
import type { BotCheckServices } from '#domain/forms/forms.ts';
import type { MemberServices } from '#domain/members/members.ts';
import { endLeasesOfDevices } from '#domain/playback/playback.ts';
import { endRegistrationsOf } from '#domain/registration/registration.ts';
import { noteAddressProved } from '#domain/sales/sales.ts';
import { cardExpiring } from '#domain/subscriptions/subscriptions.ts';
import { SAMPLED_ONE_IN } from '#domain/settings/settings.rules.ts';
import { createTokenIssuer } from '#domain/tracking/token-issuer.ts';
import type { Config } from '#server/config.ts';
import { dnsMailDomains } from '#server/outside/dns/mail-domains.ts';
import { openGeoip } from '#server/outside/geoip/geoip.ts';
import type { Base } from '#server/services/base.ts';
import type { Operations } from '#server/services/operations.ts';
import { REPORT_LIMITS } from '#shared/limits.ts';

/** Name servers for domain checks: in the demo the sandbox, which answers on the site's own port by UDP. */
function nameServers({ DNS_SERVERS, demo, PORT }: Config): string[] {
  if (DNS_SERVERS) return DNS_SERVERS.split(',').map((server) => server.trim());
  return demo ? [`127.0.0.1:${PORT}`] : [];
}

/** Dependencies of accounts. */
export function createMemberServices(
  { config, counter, database: { db }, secretKey }: Base,
  {
    human,
    isSubscriber,
    metrics,
    refused,
    levers,
  }: Pick<MemberServices, 'isSubscriber'> &
    Pick<Operations, 'metrics' | 'refused' | 'levers'> & { human: BotCheckServices },
): MemberServices {
  const takeVisitor = counter.limit('visitors', {
    perSecond: REPORT_LIMITS.visitorsPerHour / 3_600,
    savedSeconds: 3_600,
  });
  return {
    ...human,
    db,
    mailDomains: dnsMailDomains({ servers: nameServers(config) }),
    geoip: openGeoip(config.PLACES_FILE),
    secretKey,
    siteUrl: config.siteUrl,
    sessions: createSessionMemory(),
    lookUpSession: createSessionLookup(db),
    // Injected functions: members and sessions need to know who has a plan, while plans depend on sessions.
    isSubscriber,
    isCardExpiring: cardExpiring,
    endRegistrations: endRegistrationsOf,
    noteAddressProved,
    endPlaying: endLeasesOfDevices,
    trackingToken: createTokenIssuer(secretKey, takeVisitor, {
      oneIn: () => (levers.isPulled('lever.reports') ? SAMPLED_ONE_IN : 1),
    }),
    hasBocReminder: config.BOC_REMINDER === 'yes',
    countLogIn: (how, outcome, { remoteIp, account }) => {
      metrics.countLogIn(how, outcome);
      if (outcome === 'in' || outcome === 'failed') return;
      refused({ door: 'log-in', reason: outcome, remoteIp, facts: { how, account } });
    },
  };
}
