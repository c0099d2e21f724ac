import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { openDatabase, type Database } from '#db/database.ts';
import { hiddenReplays } from '#domain/archive/archive-hand.ts';
import { replayNow, type PlayServices } from '#domain/archive/archive-play.ts';
import type { watchRights } from '#server/ended-rights.ts';
import { archiveSettingsOf, createPlayServices, plainLeases } from '#server/services/archive.ts';
import type { Config, Service } from '#server/config.ts';
import { takeTicket } from '#server/services/form-tickets.ts';
import { createLog, type Logger } from '#server/operations/log.ts';
import { createSecurityLog, type RefuseLog } from '#server/operations/security-log.ts';
import { createFilmServices } from '#server/services/films.ts';
import { withLoops } from '#server/media/loop-storage.ts';
import { createMediaOrigin, type MediaOrigin } from '#server/media/origin.ts';
import { diskOf } from './outside/disk/disk.ts';
import { createMetrics, type Metrics } from '#server/operations/metrics.ts';
import { readBacklog } from '#server/operations/backlog.ts';
import { dnsMailDomains } from './outside/dns/mail-domains.ts';
import { createPictureDecoder } from './outside/pictures/decoder.ts';
import { openGeoip } from './outside/geoip/geoip.ts';
import { createFileStorage } from './outside/disk/file-storage.ts';
import { diskStorage } from './outside/disk/segment-storage.ts';
import { createEventServices } from '#server/services/events.ts';
import { faultLine } from '#server/operations/fault-line.ts';
import { createLibraryServices } from '#server/services/library.ts';
import { createOpenEpisode } from '#server/services/podcasts.ts';
import { createPaymentServices, createPaymentTickets } from '#server/services/payments.ts';
import { createPhoneServices } from '#server/services/phones.ts';
import { createPlanServices, type PlanServices } from '#server/services/plans.ts';
import { codesOfProducts, createSalesServices } from '#server/services/sales.ts';
import { playingNow } from '#server/services/playing.ts';
import { turnstile } from './outside/turnstile/client.ts';
import { secretKeyOf } from '#server/services/secret-key.ts';
import { createPageCache, type PageCache } from '#server/web/page-cache.ts';
import { madeFilm } from '#domain/film-making/film-making.ts';
import { programmesBetween } from '#domain/timetable/timetable.ts';
import type { SegmentStorage } from '#domain/media/media.ts';
import type { ContactServices } from '#domain/contact/contact.ts';
import type { FilmServices } from '#domain/film-making/film-tools.types.ts';
import type { HumanServices } from '#domain/forms/forms.ts';
import type { PhoneServices } from '#domain/phone-verification/phone-verification.ts';
import { createSessionLookup, createSessionMemory, reauthenticateForPayment } from '#domain/auth/auth.ts';
import { eventNow } from '#domain/events/event-play.ts';
import type { EventServices } from '#domain/events/events.ts';
import type { LibraryServices } from '#domain/library/library.ts';
import { setLeaving, type MemberServices } from '#domain/members/members.ts';
import {
  createEndedLeases,
  createGrantKeyring,
  createReports,
  endLeasesOfDevices,
  createGrantReader,
  renewRemoteLease,
  sessionHashOf,
  type EndedLeases,
  type GrantKeyring,
  type PlaybackServices,
} from '#domain/playback/playback.ts';
import { lockAccount, type PaymentServices, type PaymentTickets } from '#domain/payments/payments.ts';
import type { PodcastServices } from '#domain/podcasts/podcasts.ts';
import type { PrivacyServices } from '#domain/privacy/privacy.ts';
import { filmNow, type VideoServices } from '#domain/videos/videos.ts';
import { endRegistrationsOf } from '#domain/registration/registration.ts';
import { stopAllPayments } from '#domain/renewals/renewals.ts';
import { linkGuest, noteAddressProved, type SalesServices } from '#domain/sales/sales.ts';
import { cardExpiring, createSubscriberCheck } from '#domain/subscriptions/subscriptions.ts';
import { PERSONAL_TABLES } from '#server/services/personal-tables.ts';
import { createBuckets } from '#server/web/limits.ts';
import { createPlayerCount, type PlayerCount } from '#domain/tracking/player-count.ts';
import { unplacedReports } from '#domain/tracking/tracking.ts';
import { createTokenIssuer } from '#domain/tracking/token-issuer.ts';
import { createTracking, type Tracking } from '#server/services/tracking.ts';
import { addressKey } from '#shared/address-key.ts';
import type { BotCheck } from '#shared/bot-check.ts';
import type { FileStorage } from '#shared/file-storage.ts';
import { ADDRESS_LIMITS, PLAYBACK_LIMITS, REPORT_LIMITS } from '#shared/limits.ts';

/** Cloudflare's published secret, with which every well-formed token of the sandbox passes. */
const DEMO_BOT_CHECK_SECRET = '1x0000000000000000000000000000000AA';

const PAGE_CACHE_BYTES = 64 * 1024 * 1024;

/** Objects that live as long as the process and are shared by its services. */
export interface Runtime {
  config: Config;
  services: Set<Service>;
  log: Logger;
  database: Database;
  botCheck: BotCheck;
  /** Bot check and its tickets. */
  human: HumanServices;
  /** Dependencies of contact forms. */
  contact: ContactServices;
  /** Dependencies of accounts. */
  members: MemberServices;
  /** Dependencies of exports and erasures. */
  privacy: PrivacyServices;
  /** Dependencies of phone verification. */
  phones: PhoneServices;
  /** Dependencies of replays. */
  archive: PlayServices;
  /** Dependencies of films. */
  videos: VideoServices;
  /** Dependencies of live events. */
  events: EventServices;
  /** Dependencies of member lists. */
  library: LibraryServices;
  /** Dependencies of film-making. */
  films: FilmServices;
  /** Dependencies of payments. */
  payments: PaymentServices;
  /** Lets a browser without its session see the outcome of a payment. */
  paymentTickets: PaymentTickets;
  /** Dependencies of plans and offline applications. */
  plans: PlanServices;
  /** Dependencies of single purchases. */
  sales: SalesServices;
  /** Dependencies of podcasts. */
  podcasts: PodcastServices;
  /** Dependencies of replay playback. */
  playback: PlaybackServices;
  /** Keys that sign replay addresses, in memory. */
  grantKeys: GrantKeyring;
  /** Ended leases, in memory. */
  endedLeases: EndedLeases;
  /** Decides who may still play. */
  rights: Parameters<typeof watchRights>[0];
  /** Dependencies of reports. Null if the service runs elsewhere. */
  tracking: Tracking | null;
  /** Counts sessions that fetch live sound. Null if the media service runs elsewhere. */
  players: PlayerCount | null;
  storage: SegmentStorage;
  /** Recordings of articles and pictures of visitors. */
  files: FileStorage;
  /** The origin of this process. Null if the media service runs elsewhere. */
  media: MediaOrigin | null;
  pages: PageCache;
  metrics: Metrics;
  /** Reports refusals to the operator. */
  refused: RefuseLog;
  /** How far back a listener can rewind. */
  rewindWindowMs: number;
  /** Data folder. */
  dataDir: string;
  clock: () => Date;
  /** Set while the process drains: readiness answers 503. */
  draining: boolean;
  /** Set once each channel that this process puts on air has been heard. */
  wasOnAir: boolean;
}

/** Name servers for domain checks: in the demo the sandbox, which answers on the site's own port by UDP. */
function nameServers({ DNS_SERVERS, demo, PORT }: Config): string[] {
  if (DNS_SERVERS) return DNS_SERVERS.split(',').map((server) => server.trim());
  return demo ? [`127.0.0.1:${PORT}`] : [];
}

export function createRuntime(
  config: Config,
  services: Set<Service>,
  { databaseUrl, log = createLog(config.LOG_LEVEL) }: { databaseUrl: string; log?: Logger },
): Runtime {
  const database = openDatabase(databaseUrl);
  const { db } = database;
  const dataDir = resolve(config.DATA_DIR);
  const disk = diskStorage(join(dataDir, 'media'));
  // Sound from before the demo's start is generated on demand.
  const storage = config.demo ? withLoops(disk) : disk;
  const rewindWindowMs = config.REWIND_HOURS * 3_600_000;
  const clock = () => new Date();
  const grantKeys = createGrantKeyring({
    db,
    clock,
    onFault: (error) => log.warn({ err: error }, 'could not read grant keys'),
  });
  const endedLeases = createEndedLeases({
    ...database,
    clock,
    onFault: (error) => log.warn({ err: error }, 'could not read ended leases'),
  });
  const isSubscriber = createSubscriberCheck(db);
  const takeVisitor = createBuckets(REPORT_LIMITS.visitorsPerHour / 3_600, Date.now, 3_600);
  const podcasts: PodcastServices = { db, settings: archiveSettingsOf(config), isSubscriber };
  const media = services.has('media')
    ? createMediaOrigin({
        db,
        databaseUrl,
        storage,
        log,
        config: { rewindWindowMs },
        now: clock,
        // Signatures are verified here without the database.
        replay: {
          siteUrl: config.siteUrl,
          readHidden: hiddenReplays,
          gate: {
            ...endedLeases,
            readGrant: createGrantReader(() => grantKeys.keys()),
            sessionHashOf,
            renewRemote: (leaseId, remoteSerial) =>
              renewRemoteLease(db, { leaseId, remoteSerial, maxDevices: config.PLAYBACK_DEVICES, now: clock() }),
          },
        },
        openEpisode: createOpenEpisode(podcasts, clock),
        countRefusal: (reason) => metrics.countRefusedPush(reason),
        programmesBetween: async (channelId, from, to) =>
          (await programmesBetween({ db, now: clock() }, channelId, from, to)).map((p) => ({
            id: p.programId,
            title: p.programName,
            startsAt: new Date(p.startsAtMs),
            endsAt: new Date(p.endsAtMs),
          })),
      })
    : null;
  const pages = createPageCache({
    maxBytes: PAGE_CACHE_BYTES,
    count: (outcome) => metrics.countPage(outcome),
    onError: (error) => log.warn({ err: error }, 'could not refresh a cached page'),
  });
  const metrics = createMetrics({
    pages: () => pages.stats(),
    media: () => media,
    disk: () => diskOf(dataDir),
    now: clock,
    backlog: () => readBacklog({ db, now: clock() }),
    reports: () => tracking?.figures() ?? null,
    unplacedReports: () => unplacedReports(db),
  });
  const refused = createSecurityLog({ log, count: (door, reason) => metrics.countRefusal(door, reason) });
  const botCheckSecret = config.BOT_CHECK_SECRET || DEMO_BOT_CHECK_SECRET;
  const botCheck = turnstile({
    url: config.BOT_CHECK_URL || `http://127.0.0.1:${config.PORT}/sandbox/bot-check/turnstile/v0/siteverify`,
    secret: botCheckSecret,
    hostname: new URL(config.siteUrl).hostname,
  });
  const human: HumanServices = {
    botCheck,
    // Derived from a secret that every process has and nobody else.
    ticketKey: createHash('sha256').update(`form tickets ${botCheckSecret}`).digest('hex'),
    takeTicket: (name, by) => takeTicket(db, name, by),
  };
  const secretKey = secretKeyOf(config);
  const files = createFileStorage(join(dataDir, 'files'));
  const takeForm = createBuckets(config.FORMS_PER_MINUTE / 60, Date.now, ADDRESS_LIMITS.formsSavedSeconds);
  const members: MemberServices = {
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
    trackingToken: createTokenIssuer(secretKey, takeVisitor),
    hasBocReminder: config.BOC_REMINDER === 'yes',
    countLogIn: (how, outcome, { remoteIp, account }) => {
      metrics.countLogIn(how, outcome);
      if (outcome === 'in' || outcome === 'failed') return;
      refused({ door: 'log-in', reason: outcome, remoteIp, facts: { how, account } });
    },
  };
  const archive = createPlayServices(config, { db, keys: () => grantKeys.keys() });
  const videos: VideoServices = {
    db,
    madeFilm,
    keys: () => grantKeys.keys(),
    maxDevices: config.PLAYBACK_DEVICES,
    // Replays and films share device slots.
    startLease: (on, asked) => archive.startLease(on, asked),
  };
  const tracking = services.has('tracking')
    ? createTracking({
        db,
        databaseUrl,
        secretKey,
        clock,
        log,
      })
    : null;
  const takePlayerCall = createBuckets(PLAYBACK_LIMITS.callsPerSecond, Date.now, PLAYBACK_LIMITS.callsSavedSeconds);
  const payments = createPaymentServices(config, { db, clock, secretKey });
  const paymentTickets = createPaymentTickets(secretKey);
  const pictures = createPictureDecoder();
  const sales = createSalesServices(payments, { siteUrl: config.siteUrl, secretKey });
  const plans = createPlanServices(payments, {
    secretKey,
    products: codesOfProducts(sales),
    files: createFileStorage(join(dataDir, 'files', 'receipts')),
    pictures,
    proveOwner: (actor, { password }, now) => reauthenticateForPayment(members, actor, { password, now }),
  });
  return {
    config,
    services,
    log,
    database,
    botCheck,
    human,
    contact: {
      ...human,
      db,
      files,
      pictures,
      mailboxes: { contact: config.CONTACT_TO, lostproperty: config.LOST_PROPERTY_TO },
      takeTurn: (remoteIp) => (config.FORMS_PER_MINUTE > 0 ? takeForm(addressKey(remoteIp)) : 0),
    },
    members,
    // Each module declares its data; privacy calls none of them.
    privacy: {
      db,
      sessions: members.sessions,
      secretKey,
      tables: PERSONAL_TABLES,
      setLeaving,
      lockPayments: lockAccount,
      takeGuestOrders: linkGuest,
      stopPayments: stopAllPayments,
    },
    phones: createPhoneServices(config, { ...human, db, secretKey, log }),
    archive,
    videos,
    events: createEventServices({
      db,
      siteUrl: config.siteUrl,
      keys: () => grantKeys.keys(),
      startLease: (on, asked) => archive.startLease(on, asked),
      startLeases: plainLeases(config),
      onFault: faultLine(log, 'those who came to an event together were let in one by one'),
    }),
    library: createLibraryServices(config, db),
    films: createFilmServices(config, { db, storage, files, dataDir }),
    payments,
    paymentTickets,
    plans,
    sales,
    podcasts,
    playback: {
      db,
      reports: createReports(db),
      keys: () => grantKeys.keys(),
      maxDevices: config.PLAYBACK_DEVICES,
      takeTurn: (memberId) => takePlayerCall(String(memberId)),
      // The module that decides about each kind of stream.
      ...playingNow({
        channel: (actor, span, now) => replayNow(archive, actor, span, now),
        tape: (actor, span, now) => replayNow(archive, actor, span, now),
        film: (actor, span, now, said) => filmNow(videos, actor, span, now, said),
        event: (actor, span, now) => eventNow({ db }, actor, span, now),
      }),
    },
    grantKeys,
    endedLeases,
    rights: { ...archive, isSubscriber },
    tracking,
    players:
      media && createPlayerCount({ db, onFault: (error) => log.warn({ err: error }, 'could not count players') }),
    storage,
    files,
    media,
    pages,
    metrics,
    refused,
    rewindWindowMs,
    dataDir,
    clock,
    draining: false,
    wasOnAir: false,
  };
}
