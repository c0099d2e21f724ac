/** Situations of the tunnels as GeoRSS. */
export const trafficSituationsFeed = '/feeds/traffic-situations.xml';
