import type { ChannelId } from '#shared/enums.ts';
import type { BoardItem } from './board-lanes.ts';

export interface BoardView {
  fromMs: number;
  toMs: number;
  rows: { channelId: ChannelId; items: BoardItem[] }[];
}

/** Position of an instant on the board, in per cent. */
export const shareOf = (ms: number, fromMs: number, toMs: number): number =>
  ((Math.min(Math.max(ms, fromMs), toMs) - fromMs) / (toMs - fromMs)) * 100;
