import { createContext } from 'react-router';
import type { Db } from '#db/database.ts';
import type { FiguresServices } from '#domain/audience/figures-access.ts';
import type { ContactServices } from '#domain/contact/contact.ts';
import type { HumanServices } from '#domain/forms/forms.ts';
import type { LibraryServices } from '#domain/library/library.ts';
import type { MemberServices } from '#domain/members/members.ts';
import type { PodcastServices } from '#domain/podcasts/podcasts.ts';
import type { PrivacyServices } from '#domain/privacy/privacy.ts';
import type { PhoneServices } from '#domain/phone-verification/phone-verification.ts';
import type { Actor } from '#shared/actor.ts';
import type { CampaignDoors } from './pages/campaigns/campaign-doors.types.ts';
import type { MoneyDoors } from './pages/plans/money-doors.types.ts';

export type { CampaignBuyer, CampaignDoors } from './pages/campaigns/campaign-doors.types.ts';
export type { MoneyDoors, Payment, PayingMethod, Profile } from './pages/plans/money-doors.types.ts';

/** What a loader may use: the database, the time and the addresses of the configuration a page may show. */
export interface RequestContext {
  db: Db;
  now: Date;
  siteUrl: string;
  /** Tells people from programs. */
  human: HumanServices;
  /** Takes what visitors send by forms; the address is the sender's, for limits only. */
  contact: ContactServices;
  /** What the doors of members need. */
  members: MemberServices;
  /** What exports and erasures need. */
  privacy: PrivacyServices;
  /** What the doors of phones need; `mode` says how numbers are proved. */
  phones: PhoneServices;
  /** What the lists of members need. */
  library: LibraryServices;
  /** What podcasts need. */
  podcasts: PodcastServices;
  /** What opens and signs the station's figures. */
  figures: FiguresServices;
  /** Who asks: only on pages under /member and in actions; on every other page a guest, as it is kept for everybody. */
  actor: () => Promise<Actor>;
  remoteIp: string;
  /** What the browser says of itself, for lists of devices. */
  userAgent: string;
  /** Whether this is the demo: its accounts may be named, and its mail lands in the sandbox. */
  isDemo: boolean;
  /** What a form needs to show the bot check. */
  botCheckWidget: { siteKey: string; scriptUrl: string };
  /** Takes an error nobody foresaw, to be logged. */
  report: (error: unknown) => void;
  /** What of a replay everybody may hear, where its programme says nothing else, and how long a clip of it may be. */
  archive: { freeMinutes: number; clipSeconds: number };
  /** `pub-` and 16 digits, or empty. */
  adForSearchPublisher: string;
  /** Where frames of advertising come from; null: the station fills its places itself. */
  ads: { origin: string | null; searchPublisher: string };
  links: {
    my903: string;
    pricing: string;
    archiveOffer: string;
    /** Base of the calls of reports; empty: the site itself. */
    tracking: string;
    social: { facebook: string; youtube: string; instagram: string };
    apps: Record<'toolbar' | 'archive', { ios: string; android: string; huawei: string }>;
  };
}

export const requestContext = createContext<RequestContext>();

/** What the pages of money may ask for. */
export const moneyContext = createContext<MoneyDoors>();

/** What the pages of campaigns may ask for. */
export const campaignContext = createContext<CampaignDoors>();
