/**
 * Fastify's `trustProxy` for what is configured: how many proxies stand in front, or their addresses. A proxy adds who
 * asked it to the end of X-Forwarded-For, so what a visitor wrote there stands before that and is not believed. A number
 * holds only where nobody can reach the process past the proxies; Fastify therefore takes none itself.
 */
export function trustProxy(proxies: number | string[]): false | string[] | ((address: string, hop: number) => boolean) {
  if (typeof proxies !== 'number') return proxies;
  return proxies > 0 && ((_address, hop) => hop < proxies);
}
