/** What was on in the programme on air of a channel. */
export const missedCall = (channelId: number): string => `/api/live/${channelId}/moments`;
