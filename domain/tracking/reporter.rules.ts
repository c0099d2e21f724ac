import { addressKey } from '#shared/address-key.ts';
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
/** What the station's own checks call themselves. */
const MONITOR = /\bAirwaveMonitor\b/;

/** The family of a browser, and nothing finer: a version and a system together may single somebody out. */
export const agentFamily = (userAgent: string): string =>
  FAMILIES.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'other';

/** Who reports: `isRobot` is the caller's, which knows their names. */
export function reporterClass(userAgent: string, isRobot: boolean): ReportClass {
  if (MONITOR.test(userAgent)) return ReportClass.MONITOR;
  return isRobot || userAgent === '' ? ReportClass.ROBOT : ReportClass.LISTENER;
}

/** The /24 of an address, or the /48: a neighbourhood and nobody. */
export function networkOf(address: string): string {
  const key = addressKey(address);
  if (key.includes('.')) return `${key.split('.').slice(0, 3).join('.')}.0/24`;
  if (key.includes(':')) return `${key.split(':').slice(0, 3).join(':')}::/48`;
  return 'unknown';
}
