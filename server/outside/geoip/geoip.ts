import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { Reader, type CityResponse } from 'mmdb-lib';
import { ConfigError } from '#server/config.ts';
import type { Geoip } from '#shared/outside/geoip.ts';

interface Found {
  /** Formats of MaxMind, DB-IP and IPinfo Lite. */
  country?: { iso_code?: string } | string;
  country_code?: string;
  city?: { names?: { en?: string } };
}

const regions = new Intl.DisplayNames('zh-HK', { type: 'region', style: 'short', fallback: 'none' });

function regionOf({ country, country_code: code }: Found): string | undefined {
  const iso = code ?? (typeof country === 'string' ? country : country?.iso_code);
  return iso !== undefined && /^[A-Z]{2}$/.test(iso) ? regions.of(iso) : undefined;
}

function read(file: string): Reader<CityResponse> {
  try {
    return new Reader<CityResponse>(readFileSync(file));
  } catch (error) {
    throw new ConfigError([
      `PLACES_FILE=${file} cannot be read as a geoip database: ${error instanceof Error ? error.message : ''}`,
    ]);
  }
}

/**
 * geoip from a file in the MMDB format, read once: GeoLite2 or DB-IP Lite, by country or by city. Without a file every
 * location is unknown. Throws ConfigError if the file is unreadable or invalid.
 */
export function openGeoip(file: string): Geoip {
  if (!file) return () => null;
  const reader = read(file);
  return (ip) => {
    const address = ip.replace(/^::ffff:(?=\d+\.)/i, '');
    const found: Found | null = isIP(address) ? reader.get(address) : null;
    const region = found ? regionOf(found) : undefined;
    if (!found || region === undefined) return null;
    // Chinese city names are in Simplified characters, if present at all.
    const city = found.city?.names?.en;
    return city === undefined || city === region ? region : `${region} · ${city}`;
  };
}
