const MAX_CHARS = 60;
const IPV4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/;

/** An address as proxies may write it: in brackets, with a port, with a zone. */
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

/** The eight groups of an IPv6 address; undefined for what is none. */
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
 * Who counts as one: an IPv4 address, or the network of an IPv6 one, of which a customer has 2^64 addresses. A port does
 * not make another; whatever is no address at all is one together, or each odd spelling would have a count of its own.
 */
export function addressKey(ip: string): string {
  const text = bare(ip);
  // Also as IPv6 writes it: ::ffff:203.0.113.9
  const four =
    fourOf(text) ?? (/^(?:0{0,4}:){2,6}(?:ffff:)?[\d.]+$/.test(text) ? fourOf(text.replace(/^.*:/s, '')) : undefined);
  if (four) return four;
  const groups = groupsOf(text)?.slice(0, 4);
  return groups ? groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':') : 'unknown';
}
