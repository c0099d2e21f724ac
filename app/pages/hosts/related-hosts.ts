interface RelatedHost {
  id: number;
  hostType: 'regular' | 'guest';
  channelBitwise: number;
  programs: { id: number }[];
}

/** Related hosts: first those who share most programmes, then those of the same channel; no others. */
export function relatedHosts<T extends RelatedHost>(host: RelatedHost, all: readonly T[]): T[] {
  const mine = new Set(host.programs.map((program) => program.id));
  // The guest bit does not indicate a channel.
  const channels = host.channelBitwise & 7;
  return all
    .filter((other) => other.id !== host.id)
    .map((other) => ({
      other,
      shared: other.programs.filter((program) => mine.has(program.id)).length,
      sameChannel: (other.channelBitwise & channels) !== 0,
    }))
    .filter(({ shared, sameChannel }) => shared > 0 || sameChannel)
    .toSorted(
      (a, b) => b.shared - a.shared || Number(a.other.hostType === 'guest') - Number(b.other.hostType === 'guest'),
    )
    .map(({ other }) => other);
}
