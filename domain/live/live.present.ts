import { presentTimetableItem } from '#domain/timetable/timetable.ts';
import type { Toolbar, ToolbarWire } from './live.schema.ts';

export function presentToolbar(toolbar: Toolbar, currentTimestamp: number): ToolbarWire {
  return {
    currentTimestamp,
    channelTimetableList: toolbar.channels.map((channel) => ({
      channel_id: channel.channelId,
      timetableList: [channel.current, ...channel.next].map(presentTimetableItem),
    })),
    liveScheduleList: toolbar.channels
      .filter((channel) => channel.hasVideo)
      .map((channel) => ({ channel_id: channel.channelId })),
  };
}

/** A JSONP script that calls the given function with the payload, escaped so that it is harmless in other contexts. */
export function presentScript(callback: string, payload: unknown): string {
  const json = JSON.stringify(payload)
    .replaceAll('<', String.raw`\u003c`)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`);
  return `/**/typeof ${callback} === 'function' && ${callback}(${json});`;
}
