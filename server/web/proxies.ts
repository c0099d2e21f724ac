/**
 * Fastify's `trustProxy` from configuration: the number of proxies in front, or their addresses. Each proxy appends its
 * client to X-Forwarded-For, so client-supplied entries come earlier and are not trusted. A number is safe only if the
 * process cannot be reached past the proxies, so Fastify itself accepts none.
 */
export function trustProxy(proxies: number | string[]): false | string[] | ((address: string, hop: number) => boolean) {
  if (typeof proxies !== 'number') return proxies;
  return proxies > 0 && ((_address, hop) => hop < proxies);
}
