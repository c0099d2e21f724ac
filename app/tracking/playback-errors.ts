import type { PlayerErrorCode, Session } from '#app/player/player.state.ts';
import { heardNowMs, stationNowMs } from '#app/player/player.store.ts';
import { playbackOf } from './playback-of.ts';
import { report, sendReports } from './reports.ts';

/** Causes of the player's error codes in statistics. */
const CAUSES: Record<PlayerErrorCode, string> = {
  '120006': 'buffer',
  '120007': 'unsupported',
  '120008': 'media',
  '120009': 'timeout',
  '120010': 'playlist',
  '121001': 'no-right',
  '121002': 'devices',
  '121003': 'concurrent',
  '121004': 'device-unsupported',
};
const MESSAGE_CHARS = 200;

const engineOf = ({ src }: HTMLMediaElement, session: Session): string =>
  session.source.kind === 'file' ? 'file' : src.startsWith('blob:') ? 'hls' : src === '' ? 'none' : 'native';

/** Reports each playback error once, with its cause. The returned function receives every player state. */
export function watchFailures(media: HTMLMediaElement): (session: Session | null) => void {
  let said = '';
  return (session) => {
    // The next error after playback is a new one.
    if (session === null || session.phase === 'playing') said = '';
    if (!session?.error) return;
    const { source, error, retrying, phase } = session;
    const fault = `${source.key} ${error} ${phase}`;
    if (fault === said) return;
    said = fault;
    const { fields } = playbackOf(session, stationNowMs(), null) ?? { fields: {} };
    const atMs = heardNowMs();
    report('error', {
      datetime: new Date().toISOString(),
      cause: CAUSES[error],
      engine: engineOf(media, session),
      source: source.kind,
      ...('channel' in fields && { channel: fields.channel }),
      ...('content_id' in fields && { content_id: fields.content_id }),
      ...(atMs !== null && { position: Math.round(atMs) / 1000 }),
      fatal: phase === 'failed' && !retrying,
      message: `${error} ${media.error?.message ?? ''}`.trim().slice(0, MESSAGE_CHARS),
    });
    sendReports();
  };
}
