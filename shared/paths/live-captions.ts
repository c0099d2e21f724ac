/** From when to when a channel has captions. */
export const captionedCall = (channelId: number): string => `/api/live/${channelId}/captions`;

/** Captions of half a minute, from a Unix second on (`sliceOf`). */
export const captionSliceCall = (channelId: number, slice: number): string => `${captionedCall(channelId)}/${slice}`;
