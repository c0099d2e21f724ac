const MAX_CHARS = 60;
const IPV4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/;

/** Strips what proxies may add to an address: brackets, port, zone. */
function bare(ip: string): string {
  const text = ip.trim().slice(0, MAX_CHARS);
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1];
  const unported = bracketed ?? text.replace(/^([\d.]+):\d+$/, '$1');
  return unported.replace(/%.*$/s, '').toLowerCase();
}

const fourOf = (text: string): string | undefined => {
  const parts = IPV4.exec(text)?.slice(1).map(Number);
  return parts?.every((part) => part < 256) ? parts.join('.') : undefined;
};

/** The eight groups of an IPv6 address. Undefined if it is not one. */
function groupsOf(text: string): string[] | undefined {
  const halves = text.split('::');
  if (halves.length > 2) return undefined;
  const [front = [], back = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const missing = 8 - front.length - back.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return undefined;
  const groups = [...front, ...Array<string>(halves.length === 2 ? missing : 0).fill('0'), ...back];
  return groups.every((group) => /^[\da-f]{1,4}$/.test(group)) ? groups : undefined;
}

/**
 * Rate-limit key of an address: an IPv4 address, or the /64 network of an IPv6 address, since a customer has 2^64
 * addresses. Ports are ignored. Invalid addresses share one key, or each spelling would have a count of its own; so do
 * clients that closed their connection meanwhile, of which Fastify knows no address, whatever its type says.
 */
export function addressKey(ip: string | undefined): string {
  const text = bare(ip ?? '');
  // Also IPv4-mapped IPv6: ::ffff:203.0.113.9
  const four =
    fourOf(text) ?? (/^(?:0{0,4}:){2,6}(?:ffff:)?[\d.]+$/.test(text) ? fourOf(text.replace(/^.*:/s, '')) : undefined);
  if (four) return four;
  const groups = groupsOf(text)?.slice(0, 4);
  return groups ? groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':') : 'unknown';
}
