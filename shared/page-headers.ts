/** Internal headers by which a rendered page tells the server what its policy is to allow. They are never sent. */

/** The nonce that the inline scripts of this render carry. */
export const SCRIPT_NONCE = 'x-script-nonce';
/** The origin elsewhere whose script the page may load. */
export const SCRIPT_ORIGIN = 'x-script-origin';
/** The origin elsewhere that the page sends its reports to. */
export const REPORTS_ORIGIN = 'x-reports-origin';
/** Makes the page a checkout: `form`, `script` or `none`, and the origin of the provider it pays through. */
export const CHECKOUT = 'x-checkout';
/** The origin of the frames of advertising, where there is one. */
export const ADS_ORIGIN = 'x-ads-origin';
