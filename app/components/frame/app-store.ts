/** The two apps of the station. */
export const APP_NAMES = ['toolbar', 'archive'] as const;
export type AppName = (typeof APP_NAMES)[number];
export const STORES = ['ios', 'android', 'huawei'] as const;
export type Store = (typeof STORES)[number];
export type AppLinks = Record<Store, string>;

export function isAppName(name: string): name is AppName {
  return APP_NAMES.some((app) => app === name);
}

/** Phones by user agent; the first match wins. */
const PHONES: readonly { store: Store; says: string }[] = [
  { store: 'huawei', says: 'huawei|honor|harmonyos|hmscore' },
  { store: 'ios', says: 'iphone|ipad|ipod' },
  { store: 'android', says: 'android|mobile' },
];

/** The app store for a user agent: Huawei, then iOS, then Google Play; null for a desktop. */
export function storeFor(userAgent: string): Store | null {
  return PHONES.find(({ says }) => new RegExp(says, 'i').test(userAgent))?.store ?? null;
}

/** `storeFor` as an inline script: true on a phone whose store has a URL. */
export function hasStoreScript(apps: AppLinks): string {
  const phones = PHONES.map(({ store, says }) => [says, apps[store] !== '']);
  return `(${JSON.stringify(phones)}.find(p=>new RegExp(p[0],'i').test(navigator.userAgent))||[])[1]===true`;
}
