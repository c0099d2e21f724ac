// What the page and the frames of the advertising origin say to each other (decision 054). The first word of a frame and the
// port that answers it go by window; everything else goes over ports.

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
  /** Those of the window's width. */
  sizes: readonly FrameSize[];
  floorHkd: number;
}

/** page → bidding. Beside it `{ type: 'join', name }`, with a port whose other end goes to the frame of that place. */
export interface AuctionMessage {
  type: 'auction';
  /** Said again with the answer. */
  id: string | number;
  slots: readonly AuctionSlot[];
  page: { group: string; variant: string; url: string; isReview: boolean };
  /** Bits of `shared/consent.ts`. */
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
  /** Bidders who did not answer in time. */
  timedOut: string[];
}

/** page → slot, with a port that leads to the bidding frame. */
export interface FillMessage {
  type: 'fill';
  name: string;
  sizes: readonly FrameSize[];
  /** Of the place at the ad server: with the network's code before it, or without. */
  iu: string;
  targeting: Record<string, string | string[]>;
  consent: number;
}

/** slot → bidding, over the port that the page joined. */
export interface MarkupQuestion {
  type: 'markup';
  adId: string;
}

/** bidding → slot. */
export interface MarkupAnswer {
  type: 'markup';
  adId: string;
  /** Null where no such offer stands. */
  ad: string | null;
  size: FrameSize | null;
  bidder: string;
  advertiser: string;
  creative: string;
}

export type DropReason = 'bytes' | 'cpu' | 'broken' | 'escape';

/** slot → page. */
export type SlotMessage =
  | {
      type: 'rendered';
      name: string;
      size: FrameSize | null;
      bidder: string | null;
      advertiser: string;
      creative: string;
      /** An offer that won, or a campaign of the ad server. */
      why: 'auction' | 'direct';
    }
  | { type: 'empty'; name: string }
  | { type: 'dropped'; name: string; reason: DropReason; advertiser: string }
  | { type: 'clicked'; name: string };

/** What the server writes into a frame's document for its script. */
export interface FrameConfig {
  /** Origins whose pages may hold the frame. */
  pages: readonly string[];
  tagUrl: string;
  networkCode: string;
  bidders: readonly { bidder: string; params: Record<string, unknown> }[];
  prebidServerUrl: string;
  prebidAccount: string;
  vastUrl: string;
  /** Of text advertisements for a search; empty: there are none. */
  searchTagUrl: string;
}
