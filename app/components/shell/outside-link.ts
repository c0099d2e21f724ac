/** Whether a configured address leaves this site: such links are marked as external and open in a new tab. */
export const isOutside = (address: string): boolean => !address.startsWith('/');

/** Link attributes for an address. Internal links open in place, so that the player continues. */
export const linkTo = (address: string) =>
  isOutside(address) ? { href: address, target: '_blank', rel: 'noopener external' } : { href: address };
