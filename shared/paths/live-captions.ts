// Not among the calls of `/api/`, which a cache in front passes on: many listeners ask for the same.

/** From when to when a channel has captions. */
export const captionedPath = (channelId: number | string): string => `/captions/${channelId}`;

/** Captions of half a minute, from a Unix second on (`sliceOf`). */
export const captionSlicePath = (channelId: number | string, slice: number | string): string =>
  `${captionedPath(channelId)}/${slice}`;
