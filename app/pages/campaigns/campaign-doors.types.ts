/** The buyer: a member, or a guest with a verified address. */
export type CampaignBuyer = { kind: 'member'; memberId: number } | { kind: 'guest'; guestId: number; email: string };

interface AskedSupport {
  lines: { kind: string; id: number; unit: string | null; quantity: number; promotionCode: string | null }[];
  termsVersion: string | null;
  idempotencyKey: string | null;
}

/** Functions that campaign pages use beyond module interfaces. */
export interface CampaignDoors {
  /**
   * `sales.sell`: opens the order and reserves limited items. Throws the product's refusals, `quotaFull`, and
   * `tooManyRequests` for code guessing.
   */
  sell(
    buyer: CampaignBuyer,
    asked: AskedSupport,
    visitor: { now: Date; remoteIp: string },
  ): Promise<{ orderId: number; checkoutPath: string }>;
}
