// Messages between the page and the frames of the advertising origin (decision 050). A frame's ready message and the
// port sent in reply go by window; everything else goes over ports.

import type { BlockedAds } from './blocked-ads.ts';

export type FrameKind = 'bidding' | 'slot' | 'search' | 'video';

/** frame → page, by window. */
export interface FrameReady {
  airwave: 'ready';
  kind: FrameKind;
}
/** page → frame, by window, with a port. */
export interface FramePort {
  airwave: 'port';
}

export type FrameSize = readonly [widthPx: number, heightPx: number];

export interface AuctionSlot {
  name: string;
  type: string;
  /** Sizes for the width of the window. */
  sizes: readonly FrameSize[];
  floorHkd: number;
}

/**
 * page → bidding. The page also sends `{ type: 'join', name }` with a port whose other end goes to that slot's frame.
 */
export interface AuctionMessage {
  type: 'auction';
  /** Echoed in the answer. */
  id: string | number;
  slots: readonly AuctionSlot[];
  page: { group: string; variant: string; url: string; isReview: boolean };
  /** Bits of `shared/ads/consent.ts`. */
  consent: number;
  timeoutMs: number;
}

export interface SlotBid {
  name: string;
  bidder: string | null;
  cpmHkd: number;
  size: FrameSize | null;
  advertiser: string;
  targeting: Record<string, string>;
  adId: string | null;
}

/** bidding → page. */
export interface BidsMessage {
  type: 'bids';
  id: string | number;
  slots: SlotBid[];
  /** Bidders that timed out. */
  timedOut: string[];
}

/** page → slot, with a port to the bidding frame. */
export interface FillMessage {
  type: 'fill';
  name: string;
  sizes: readonly FrameSize[];
  /** Ad unit path at the ad server, with or without the network code. */
  iu: string;
  targeting: Record<string, string | string[]>;
  consent: number;
}

/** slot → bidding, over the port joined by the page. */
export interface MarkupQuestion {
  type: 'markup';
  adId: string;
}

/** bidding → slot. */
export interface MarkupAnswer {
  type: 'markup';
  adId: string;
  /** Null if there is no such bid. */
  ad: string | null;
  size: FrameSize | null;
  bidder: string;
  advertiser: string;
  creative: string;
}

export type DropReason = 'bytes' | 'cpu' | 'broken' | 'escape' | 'blocked';

/** slot → page. */
export type SlotMessage =
  | {
      type: 'rendered';
      name: string;
      size: FrameSize | null;
      bidder: string | null;
      advertiser: string;
      creative: string;
      /** A bid that won, or a campaign of the ad server. */
      why: 'auction' | 'direct';
    }
  | { type: 'empty'; name: string }
  | { type: 'dropped'; name: string; reason: DropReason; advertiser: string; creative: string }
  | { type: 'clicked'; name: string };

/** Configuration that the server writes into a frame's document for its script. */
export interface FrameConfig {
  /** Origins whose pages may embed the frame. */
  pages: readonly string[];
  tagUrl: string;
  networkCode: string;
  bidders: readonly { bidder: string; params: Record<string, unknown> }[];
  prebidServerUrl: string;
  prebidAccount: string;
  vastUrl: string;
  /** Tag of text advertisements on search pages. Empty: none. */
  searchTagUrl: string;
  /** Advertisers and creatives that staff have blocked. */
  blocked: BlockedAds;
}
