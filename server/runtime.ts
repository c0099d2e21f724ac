import type { ClassicImportServices } from '#domain/archive/importing/classic-imports.ts';
import type { PlayServices } from '#domain/archive/playing/archive-play.ts';
import type { ContactServices } from '#domain/contact/contact.ts';
import type { EventServices } from '#domain/events/events.ts';
import type { FilmMakingServices } from '#domain/film-making/film-tools.types.ts';
import type { BotCheckServices } from '#domain/forms/forms.ts';
import type { LibraryServices } from '#domain/library/library.ts';
import type { MemberServices } from '#domain/members/members.ts';
import type { PaymentServices, PaymentTickets } from '#domain/payments/payments.ts';
import type { PhoneServices } from '#domain/phone-verification/phone-verification.ts';
import type { PlaybackServices } from '#domain/playback/playback.ts';
import type { PodcastServices } from '#domain/podcasts/podcasts.ts';
import type { PrivacyServices } from '#domain/privacy/privacy.ts';
import type { PushServices } from '#domain/push/push.ts';
import type { SalesServices } from '#domain/sales/sales.ts';
import { createSubscriberCheck } from '#domain/subscriptions/subscriptions.ts';
import { createPlayerCount, type PlayerCount } from '#domain/tracking/player-count.ts';
import type { FilmServices } from '#domain/films/films.ts';
import type { Config, Service } from '#server/config.ts';
import type { watchRights } from '#server/ended-rights.ts';
import type { MediaOrigin } from '#server/media/origin.ts';
import { createPeerWatch, type PeerWatch } from '#server/media/peers.ts';
import { createPlayServices } from '#server/services/playing/archive.ts';
import { createBase, type Base, type BaseOptions } from '#server/services/base.ts';
import { createContactServices } from '#server/services/accounts/contact.ts';
import { createClassicServices } from '#server/services/playing/classics.ts';
import { createEventServices } from '#server/services/playing/events.ts';
import { createFilmMakingServices } from '#server/services/playing/film-making.ts';
import { createGrants, type Grants } from '#server/services/playing/grants.ts';
import { createBotCheckServices } from '#server/services/accounts/bot-check.ts';
import { createLibraryServices } from '#server/services/playing/library.ts';
import { createOrigin } from '#server/services/playing/media-origin.ts';
import { createMemberServices } from '#server/services/accounts/members.ts';
import { createOperations, type Operations } from '#server/services/operations.ts';
import { createPaymentServices, createPaymentTickets } from '#server/services/payments.ts';
import { createPhoneServices } from '#server/services/accounts/phones.ts';
import { createPlanServices, type PlanServices } from '#server/services/plans.ts';
import { createPlaybackServices } from '#server/services/playing/playback.ts';
import { createPodcastServices } from '#server/services/playing/podcasts.ts';
import { createPrivacyServices } from '#server/services/accounts/privacy.ts';
import { createPushServices } from '#server/services/push.ts';
import { codesOfProducts, createSalesServices } from '#server/services/sales.ts';
import { createTracking, type Tracking } from '#server/services/tracking.ts';
import { createFilmServices } from '#server/services/playing/films.ts';

/** Dependencies of forms and accounts. */
interface Accounts {
  human: BotCheckServices;
  contact: ContactServices;
  members: MemberServices;
  privacy: PrivacyServices;
  phones: PhoneServices;
  push: PushServices;
}

/** Dependencies of what is played on demand, and of what decides who may play it. */
interface Playing extends Grants {
  archive: PlayServices;
  films: FilmServices;
  events: EventServices;
  playback: PlaybackServices;
  library: LibraryServices;
  podcasts: PodcastServices;
  filmMaking: FilmMakingServices;
  classics: ClassicImportServices;
  /** Decides who may still play. */
  rights: Parameters<typeof watchRights>[0];
}

/** Dependencies of everything that is paid for. */
interface Selling {
  payments: PaymentServices;
  /** Lets a browser without its session see the outcome of a payment. */
  paymentTickets: PaymentTickets;
  sales: SalesServices;
  /** Plans and offline applications. */
  plans: PlanServices;
}

/** What this process serves by itself. Null if the service runs elsewhere. */
interface OwnServices {
  tracking: Tracking | null;
  media: MediaOrigin | null;
  /** Compares its sound with that of the other media processes. Also null if they are not named. */
  peers: PeerWatch | null;
  /** Counts sessions that fetch live sound. */
  players: PlayerCount | null;
}

/** Objects that live as long as the process and are shared by its services. */
export interface Runtime extends Base, Operations, OwnServices, Accounts, Playing, Selling {
  /** Set while the process drains: readiness answers 503. */
  draining: boolean;
  /** Set once each channel that this process puts on air has been heard. */
  wasOnAir: boolean;
}

/** Builds each part from those above it; `services/` says what each is made of. */
export function createRuntime(config: Config, services: Set<Service>, options: BaseOptions): Runtime {
  const base = createBase(config, services, options);
  const { secretKey, clock, log } = base;
  const { db } = base.database;
  const isSubscriber = createSubscriberCheck(db);
  const grants = createGrants(base);
  const keys = () => grants.grantKeys.keys();
  const podcasts = createPodcastServices(base, isSubscriber);

  const tracking = services.has('tracking') ? createTracking({ ...base, db }) : null;
  const operations = createOperations(base, { tracking, media: () => media, peers: () => peers });
  const media = services.has('media') ? createOrigin(base, { grants, podcasts, ...operations }) : null;
  const peers =
    media && config.MEDIA_PEERS.length > 0
      ? createPeerWatch({ urls: config.MEDIA_PEERS, edges: () => media.edges(), log })
      : null;
  const onFault = (error: unknown) => log.warn({ err: error }, 'could not count players');
  const players = media && createPlayerCount({ db, onFault });

  const human = createBotCheckServices(config, db);
  const members = createMemberServices(base, { human, isSubscriber, ...operations });
  const accounts: Accounts = {
    human,
    contact: createContactServices(base, human),
    members,
    privacy: createPrivacyServices(members),
    phones: createPhoneServices(config, { ...human, db, secretKey, log }),
    push: createPushServices(base),
  };

  const archive = createPlayServices(config, { db, keys });
  // Replays, films and events share device slots.
  const startLease: PlayServices['startLease'] = (on, asked) => archive.startLease(on, asked);
  const films = createFilmServices(base, { keys, startLease });
  const playing: Playing = {
    ...grants,
    archive,
    films,
    events: createEventServices(base, { keys, startLease }),
    playback: createPlaybackServices(base, { ...grants, archive, films }),
    library: createLibraryServices(config, db),
    podcasts,
    filmMaking: createFilmMakingServices(config, { ...base, db }),
    classics: createClassicServices({ ...base, db }),
    rights: { ...archive, isSubscriber },
  };

  const payments = createPaymentServices(config, { db, clock, secretKey });
  const paymentTickets = createPaymentTickets(secretKey);
  const sales = createSalesServices(payments, {
    siteUrl: config.siteUrl,
    secretKey,
    freeMinutes: archive.settings.freeMinutes,
  });
  const plans = createPlanServices(base, { payments, members, products: codesOfProducts(sales) });
  const selling: Selling = { payments, paymentTickets, sales, plans };

  const own: OwnServices = { tracking, media, peers, players };
  return { ...base, ...operations, ...own, ...accounts, ...playing, ...selling, draining: false, wasOnAir: false };
}
