// Not among the calls of `/api/`, which a cache in front passes on: many listeners ask for the same.

/** From when to when a channel has captions; those of an event come with its picture. */
export const captionedPath = (channelId: number | string): string => `/captions/${channelId}`;

/** Captions of half a minute, from a Unix second on (`sliceOf`), below the path of a channel or an event. */
export const captionSlicePath = (captioned: string, slice: number | string): string => `${captioned}/${slice}`;
