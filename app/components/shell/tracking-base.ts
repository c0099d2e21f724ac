let base = '';

/** Origin of the report calls: a separate one, or this one. The frame of a page sets it. */
export const trackingBase = (): string => base;

export function setTrackingBase(address: string): void {
  base = address;
}
