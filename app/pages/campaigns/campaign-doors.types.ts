/** Who buys: a member, or a guest whose address is proved. */
export type CampaignBuyer =
  | { kind: 'member'; memberId: number }
  | { kind: 'guest'; guestId: number; email: string };

export interface AskedSupport {
  lines: { kind: string; id: number; unit: string | null; quantity: number; promotionCode: string | null }[];
  termsVersion: string | null;
  idempotencyKey: string | null;
}

/** What pages of campaigns ask of what is bought one by one: `domain/sales`. */
export interface CampaignDoors {
  /** Whose address this browser proved; null: nobody's. */
  findGuest(cookies: string | null): Promise<Extract<CampaignBuyer, { kind: 'guest' }> | null>;
  /** Mails a code that proves an address. Limited by address and by mailbox. */
  mailGuestCode(asked: { email: string; remoteIp: string; now: Date }): Promise<void>;
  /** Takes the mailed code; the cookie is this browser's from then on. Throws `verifyCodeNotFound`. */
  proveGuest(asked: {
    email: string;
    code: string;
    remoteIp: string;
    now: Date;
  }): Promise<{ guest: Extract<CampaignBuyer, { kind: 'guest' }>; setCookie: string }>;
  /** Opens the order and holds what runs out. Throws what the product refuses, and `quotaFull`. */
  sell(buyer: CampaignBuyer, asked: AskedSupport, now: Date): Promise<{ orderId: number; checkoutPath: string }>;
}
