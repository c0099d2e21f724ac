/** Whether an address of the configuration leads away from this site: such a link says so, and opens beside the page. */
export const isOutside = (address: string): boolean => !address.startsWith('/');

/** Attributes of a link to it. What is ours opens in place, so that the player plays on. */
export const linkTo = (address: string) =>
  isOutside(address) ? { href: address, target: '_blank', rel: 'noopener external' } : { href: address };
