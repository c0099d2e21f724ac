import { ChannelBit } from '#shared/enums.ts';
import { wireImage } from '#shared/media/wire-image.ts';
import type { Chart } from './chart.schema.ts';
import type { ChartWire } from './chart.wire.schema.ts';

export function presentChart(chart: Chart): ChartWire {
  return {
    channel: chart.channelId,
    week: chart.weekHk,
    entries: chart.entries.map((entry) => ({
      position: entry.position,
      last_position: entry.lastPosition,
      weeks_on_chart: entry.weeksOn,
      peak_position: entry.peak,
      title: entry.title,
      artist: entry.artist,
      credits: entry.credits,
      image: entry.picture ? wireImage(entry.picture, '1:1') : null,
      channel_bitwise: ChannelBit[chart.channelId],
    })),
    weeks: chart.weeks.map((week) => week.weekHk),
  };
}
