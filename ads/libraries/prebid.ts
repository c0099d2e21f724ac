import prebid from 'prebid.js';
import 'prebid.js/modules/allowActivities.js';
import 'prebid.js/modules/currency.js';
import 'prebid.js/modules/prebidServerBidAdapter.js';
import 'prebid.js/modules/priceFloors.js';

/** Prebid with the modules in use. */
export { prebid };
