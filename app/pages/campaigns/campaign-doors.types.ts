/** Who buys: a member, or a guest whose address is proved. */
export type CampaignBuyer = { kind: 'member'; memberId: number } | { kind: 'guest'; guestId: number; email: string };

interface AskedSupport {
  lines: { kind: string; id: number; unit: string | null; quantity: number; promotionCode: string | null }[];
  termsVersion: string | null;
  idempotencyKey: string | null;
}

/** What pages of campaigns ask of the house beside doors. */
export interface CampaignDoors {
  /** `sales.sell`: opens the order and holds what runs out. Throws what the product refuses, and `quotaFull`. */
  sell(buyer: CampaignBuyer, asked: AskedSupport, now: Date): Promise<{ orderId: number; checkoutPath: string }>;
}
