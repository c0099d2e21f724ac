import type { ChannelId } from '#shared/enums.ts';

export const channelText: Record<ChannelId, { name: string; manner: string }> = {
  881: { name: '雷霆881', manner: '新聞、財經、傾偈' },
  903: { name: '叱咤903', manner: '音樂、創作、玩味' },
  864: { name: 'AM864', manner: 'English music and talk' },
};
