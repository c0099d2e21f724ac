import type { MediaKind } from '#app/player/sources/source.ts';
import type { ChannelId } from '#shared/enums.ts';
import type { LivePage } from './use-live-page.ts';

export interface HeroProps {
  channelId: ChannelId;
  kind: MediaKind;
  live: LivePage;
}
