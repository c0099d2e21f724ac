import { addressKey } from '#shared/http/address-key.ts';
import { ReportClass } from '#shared/tracking.ts';

const FAMILIES: readonly (readonly [RegExp, string])[] = [
  [/\bAirwave\//, 'app'],
  [/\bEdg/, 'edge'],
  [/\b(?:OPR|Opera)\//, 'opera'],
  [/\bSamsungBrowser\//, 'samsung'],
  [/\b(?:Firefox|FxiOS)\//, 'firefox'],
  [/\b(?:(?:Headless)?Chrome|CriOS)\//, 'chrome'],
  [/\bSafari\//, 'safari'],
];
/** User agent of the station's own monitoring. */
const MONITOR = /\bAirwaveMonitor\b/;

/** The family of a browser only: version and system together might identify somebody. */
export const agentFamily = (userAgent: string): string =>
  FAMILIES.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'other';

/** Class of the reporter. The caller determines `isRobot` from a list of robots. */
export function reporterClass(userAgent: string, isRobot: boolean): ReportClass {
  if (MONITOR.test(userAgent)) return ReportClass.MONITOR;
  return isRobot || userAgent === '' ? ReportClass.ROBOT : ReportClass.LISTENER;
}

/** The /24 or /48 of an address: a network, not a person. */
export function networkOf(address: string): string {
  const key = addressKey(address);
  if (key.includes('.')) return `${key.split('.').slice(0, 3).join('.')}.0/24`;
  if (key.includes(':')) return `${key.split(':').slice(0, 3).join(':')}::/48`;
  return 'unknown';
}
