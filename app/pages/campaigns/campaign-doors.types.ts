/** Who buys: a member, or a guest whose address is proved. */
export type CampaignBuyer = { kind: 'member'; memberId: number } | { kind: 'guest'; guestId: number; email: string };

interface AskedSupport {
  lines: { kind: string; id: number; unit: string | null; quantity: number; promotionCode: string | null }[];
  termsVersion: string | null;
  idempotencyKey: string | null;
}

/** What pages of campaigns ask of the house beside doors. */
export interface CampaignDoors {
  /**
   * `sales.sell`: opens the order and holds what runs out. Throws what the product refuses, `quotaFull`, and `tooManyRequests` to who
   * goes through codes.
   */
  sell(
    buyer: CampaignBuyer,
    asked: AskedSupport,
    visitor: { now: Date; remoteIp: string },
  ): Promise<{ orderId: number; checkoutPath: string }>;
}
