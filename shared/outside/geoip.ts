/**
 * geoip: the location of a network address, by its customary name in Hong Kong: `香港`, `英國 · London`. Null if unknown: a
 * private network, or no geoip database.
 */
export type Geoip = (ip: string) => string | null;
