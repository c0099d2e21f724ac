/**
 * Internal headers by which a rendered page tells the server what its Content-Security-Policy must allow. Never sent to
 * the client.
 */

/** Nonce of the inline scripts of this render. */
export const SCRIPT_NONCE = 'x-script-nonce';
/** External origin whose script the page may load. */
export const SCRIPT_ORIGIN = 'x-script-origin';
/** External origin to which the page sends its reports. */
export const REPORTS_ORIGIN = 'x-reports-origin';
/** Makes the page a checkout: `form`, `script` or `none`, and the origin of the payment provider. */
export const CHECKOUT = 'x-checkout';
/** Makes the page one without pictures: only from here are any loaded. */
export const PICTURES_FROM = 'x-pictures-from';
/** Origin of the advertising frames, if any. */
export const ADS_ORIGIN = 'x-ads-origin';
