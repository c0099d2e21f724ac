import { EVENT_RENDITIONS, EVENT_SEGMENT_MS, eventProgramme } from './event.ts';
import { audioProgramme, videoProgramme } from './loops.ts';
import { startFeed } from './station.ts';
import type { StationId } from './time-mark.ts';

export interface StationsOptions {
  /** `http://host:port/ingest` */
  ingestUrl: string;
  tokens: Record<StationId, string>;
  /** Whether a station streams its studio at an instant. */
  isVideoOn: (station: StationId, at: Date) => boolean | Promise<boolean>;
  backfillMs: number;
  log: (line: string) => void;
}

const STATIONS: readonly StationId[] = [881, 903, 864];

const stopAll = (feeds: readonly { stop(): Promise<void> }[]) => ({
  async stop() {
    await Promise.all(feeds.map((feed) => feed.stop()));
  },
});

/** The three demo stations, each in two sound renditions and, with a studio, one of picture and sound. */
export function startStations({ ingestUrl, tokens, isVideoOn, backfillMs, log }: StationsOptions): {
  stop(): Promise<void>;
} {
  const feeds = STATIONS.flatMap((station) => {
    const common = { token: tokens[station], backfillMs, log };
    const sound = (['a64', 'a128'] as const).map((rendition) =>
      startFeed({
        ...common,
        url: `${ingestUrl}/${station}/${rendition}`,
        programme: audioProgramme(station, rendition),
        isOn: () => true,
      }),
    );
    const picture = videoProgramme(station);
    return picture === null
      ? sound
      : [
          ...sound,
          startFeed({
            ...common,
            url: `${ingestUrl}/${station}/v360`,
            programme: picture,
            isOn: (at) => isVideoOn(station, at),
          }),
        ];
  });
  return stopAll(feeds);
}

/** The demo event, pushed in every rendition by one encoder. */
export function startEvent({
  ingestUrl,
  streamId,
  ...common
}: {
  /** `http://host:port/ingest` */
  ingestUrl: string;
  streamId: number;
  token: string;
  backfillMs: number;
  log: (line: string) => void;
}): { stop(): Promise<void> } {
  const feeds = EVENT_RENDITIONS.map((rendition) =>
    startFeed({
      ...common,
      url: `${ingestUrl}/${streamId}/${rendition}`,
      programme: eventProgramme(rendition),
      segmentMs: EVENT_SEGMENT_MS,
      isDated: true,
      isOn: () => true,
    }),
  );
  return stopAll(feeds);
}
