const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\/([\d]+)/, 'Edge'],
  [/\b(?:OPR|Opera)\/([\d]+)/, 'Opera'],
  [/\bSamsungBrowser\/([\d]+)/, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\/([\d]+)/, 'Firefox'],
  [/\b(?:(?:Headless)?Chrome|CriOS)\/([\d]+)/, 'Chrome'],
  [/\bVersion\/([\d]+)[\d.]* (?:Mobile\/\w+ )?Safari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPad\b/, 'iPad'],
  [/\biPhone\b/, 'iPhone'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** A user agent in readable form: `Chrome 156 · Windows`. Empty if unknown. */
export function deviceName(userAgent: string): string {
  const browser = BROWSERS.map(([pattern, name]) => [pattern.exec(userAgent)?.[1], name] as const).find(
    ([version]) => version,
  );
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1];
  return [browser ? `${browser[1]} ${browser[0]}` : '', system ?? ''].filter(Boolean).join(' · ');
}
