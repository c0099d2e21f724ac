import { HostType } from '#shared/enums.ts';
import { wireImage } from '#shared/media/wire-image.ts';
import type { HostCard, HostWire } from './hosts.schema.ts';

export function presentHost(card: HostCard): HostWire {
  return {
    id: card.id,
    programHostType: card.hostType === 'guest' ? HostType.GUEST : HostType.REGULAR,
    name: card.name,
    name_eng: card.nameEng,
    channel_bitwise: card.channelBitwise,
    tagline: card.tagline,
    image_url: wireImage(card.picture, '1:1'),
    programs: card.programs.map(({ id, title, titleChi }) => ({ program_id: id, title, title_chi: titleChi })),
  };
}
