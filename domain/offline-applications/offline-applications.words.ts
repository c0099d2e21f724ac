/** Days that are added to a plan, as its receipt names them. */
export const extraDaysName = (planName: string, days: number): string => `${planName}（加${days}日）`;
