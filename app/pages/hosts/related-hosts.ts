interface RelatedHost {
  id: number;
  hostType: 'regular' | 'guest';
  channelBitwise: number;
  programs: { id: number }[];
}

/** Others by nearness: first who shares most programmes, then who is of the same channel; the rest are not related. */
export function relatedHosts<T extends RelatedHost>(host: RelatedHost, all: readonly T[]): T[] {
  const mine = new Set(host.programs.map((program) => program.id));
  // The guest bit says nothing of a channel.
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
