/** The two apps of the station. */
export type AppName = 'toolbar' | 'archive';
export type Store = 'ios' | 'android' | 'huawei';
export type AppLinks = Record<Store, string>;

/** The store of a phone by its user agent: Huawei, then iOS, then Google Play; none for a desktop. */
export function storeFor(userAgent: string): Store | null {
  if (/huawei|honor|harmonyos|hmscore/i.test(userAgent)) return 'huawei';
  if (/iphone|ipad|ipod/i.test(userAgent)) return 'ios';
  if (/android|mobile/i.test(userAgent)) return 'android';
  return null;
}
