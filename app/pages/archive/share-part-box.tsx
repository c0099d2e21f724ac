import { useId, useState, type SubmitEvent } from 'react';
import { copyLink } from '#app/components/article/copy-link.ts';
import { hasShareSheet, openShareSheet } from '#app/components/article/share-or-copy.ts';
import { paths } from '#app/paths.ts';
import { heardNowMs, playerSnapshot } from '#app/player/player.store.ts';
import { vodOf } from '#app/player/player.state.ts';
import { isReplay } from '#app/player/sources/replay.ts';
import { archiveText } from '#app/text/zh-hk/archive.ts';
import { articleText } from '#app/text/zh-hk/article.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { BREAK } from '#shared/text/break-mark.ts';
import { clockHk } from '#shared/hk-time.ts';
import { clipOf, clockWithSeconds, type ClipFault } from './clip-times.ts';
import type { ReplayPage } from './replay-page.ts';
import styles from './share-part.module.css';

const words = archiveText.share;

/** The instant of this broadcast that is playing or paused; null: the player has something else. */
function heardHereMs({ parts, startsAtMs, endsAtMs }: ReplayPage): number | null {
  const source = vodOf(playerSnapshot().player)?.source;
  if (source === undefined || !isReplay(source) || !parts.some(({ id }) => id === source.sectionId)) return null;
  const atMs = heardNowMs();
  return atMs === null || atMs < startsAtMs || atMs >= endsAtMs ? null : atMs;
}

function faultWords(fault: ClipFault, { startsAtMs, endsAtMs, clipSeconds }: ReplayPage): string {
  if (fault === 'order') return words.faults.order;
  if (fault === 'long') return words.faults.long(archiveText.clipLength(clipSeconds));
  return words.faults[fault](archiveText.clipRange(startsAtMs, endsAtMs));
}

/** Two times make a link, which is copied, or shared if the device has a share sheet. */
export function SharePartBox({ replay, onClose }: { replay: ReplayPage; onClose: () => void }) {
  const { id, siteUrl, title, day, startsAtMs, atMs, untilMs, clipSeconds } = replay;
  const ids = useId();
  const [from, setFrom] = useState(() => clockWithSeconds(heardHereMs(replay) ?? atMs ?? startsAtMs));
  const [to, setTo] = useState(() => (untilMs === null ? '' : clockWithSeconds(untilMs)));
  const [fault, setFault] = useState<ClipFault | null>(null);
  const [isHeard] = useState(() => heardHereMs(replay) !== null);
  const hasSheet = hasShareSheet({ url: siteUrl });

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const clip = clipOf({ from, to }, replay, clipSeconds);
    if ('fault' in clip) return setFault(clip.fault);
    const url = siteUrl + paths.replay(id, clip);
    const [name, date] = [title.replaceAll(BREAK, ''), timeText.date(day)];
    const shared =
      clip.untilMs === undefined
        ? archiveText.replayAt(name, date, clockHk(new Date(clip.atMs)))
        : archiveText.clipOf(name, date, archiveText.clipRange(clip.atMs, clip.untilMs));
    if (hasSheet)
      void openShareSheet({ title: shared, url }).then((isShared) => (isShared ? undefined : copyLink(url)));
    else void copyLink(url);
    onClose();
  };

  const field = (name: 'from' | 'to', value: string, set: (clock: string) => void) => {
    const isWrong = fault !== null && (name === 'from' ? fault === 'from' : fault !== 'from');
    return (
      <div className={styles.field}>
        <label htmlFor={`${ids}-${name}`}>{words[name]}</label>
        <input
          id={`${ids}-${name}`}
          value={value}
          onChange={(event) => {
            set(event.target.value);
            setFault(null);
          }}
          autoComplete="off"
          spellCheck={false}
          maxLength={12}
          placeholder={name === 'from' ? words.hint : undefined}
          aria-invalid={isWrong}
          aria-describedby={`${ids}-fault`}
        />
        {isHeard && (
          <button
            type="button"
            aria-label={words.hereAs(words[name])}
            onClick={() => {
              const heardMs = heardHereMs(replay);
              if (heardMs !== null) set(clockWithSeconds(heardMs));
              setFault(null);
            }}
          >
            {words.here}
          </button>
        )}
      </div>
    );
  };

  return (
    <Dialog title={archiveText.sharePart} onClose={onClose}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <p>{words.words(archiveText.clipLength(clipSeconds))}</p>
        {field('from', from, setFrom)}
        {field('to', to, setTo)}
        <p id={`${ids}-fault`} className={styles.fault} role="alert">
          {fault && faultWords(fault, replay)}
        </p>
        <div className={styles.acts}>
          <Button tone="outline" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button type="submit">{hasSheet ? words.send : articleText.copy}</Button>
        </div>
      </form>
    </Dialog>
  );
}
