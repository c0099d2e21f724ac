/** Extra days as named on the receipt. */
export const extraDaysName = (planName: string, days: number): string => `${planName}（加${days}日）`;
