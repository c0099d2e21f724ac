/** Situations of the tunnels, as GeoRSS and as a call. */
export const trafficSituationsFeed = '/feeds/traffic-situations.xml';
export const trafficSituationsCall = '/api/traffic/situations';
