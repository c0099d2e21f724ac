let base = '';

/** Where reports go: an origin of its own, or this one. The frame of a page tells it. */
export const trackingBase = (): string => base;

export function setTrackingBase(address: string): void {
  base = address;
}
