import { useEffect, useState, useSyncExternalStore, type KeyboardEvent } from 'react';
import { archiveSoundText as text } from '#app/text/zh-hk/desk-archive-sound.ts';
import { Button } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { ActionButton } from '../../actions/action-button.tsx';
import { useMay } from '../../actions/use-may.ts';
import { useLeaveGuard } from '../../directory/use-leave-guard.ts';
import { Panel } from '../../frame/panel.tsx';
import type { OpenBroadcast, SoundLanes } from '../archive.types.ts';
import { clockTime, spanText } from '../broadcast-text.ts';
import { PartsTable } from './parts-table.tsx';
import type { SoundPlayer } from './sound-player.ts';
import { useDraft } from './use-draft.ts';
import { usePeaks } from './use-peaks.ts';
import { Wave, type View } from './wave.tsx';
import { nearestSilence } from './wave.rules.ts';
import styles from './sound.module.css';

const ZOOMS = { whole: Infinity, ten: 600_000, one: 60_000 } as const;
const NUDGE_MS = 100;
const AROUND_MS = 5_000;
const FASTEST = 4;

/** The sound of a broadcast: where it begins and ends, its parts, and what is heard there. */
export function SoundPanel({ open, lanes, player }: { open: OpenBroadcast; lanes: SoundLanes; player: SoundPlayer }) {
  const { broadcast, pointed, removals } = open;
  const { archive_id: id, is_over: isOver } = broadcast;
  const mayEdit = useMay('archive.set-edges');
  const { draft, saved, edgesChanged, partsChanged, edit } = useDraft(open);
  useLeaveGuard(edgesChanged || partsChanged);
  const whole: View = { fromMs: lanes.from_ts * 1_000, toMs: lanes.to_ts * 1_000 };
  const { windows, status, again } = usePeaks(id, whole);
  const sound = useSyncExternalStore(player.subscribe, player.state);
  const [zoom, setZoom] = useState<keyof typeof ZOOMS>('whole');
  const [middleMs, setMiddle] = useState(whole.fromMs);
  const [chosen, setChosen] = useState<number | null>(null);
  const isMoving = sound.status === 'playing';

  const widthMs = Math.min(ZOOMS[zoom], whole.toMs - whole.fromMs);
  const fromMs = Math.min(Math.max(whole.fromMs, middleMs - widthMs / 2), whole.toMs - widthMs);
  const view: View = { fromMs, toMs: fromMs + widthMs };
  // The drawing turns its page when the cursor leaves it.
  const isOut = isMoving && (sound.atMs < view.fromMs || sound.atMs > view.toMs);
  useEffect(() => {
    if (isOut) setMiddle(player.state().atMs + (sound.rate > 0 ? widthMs / 2 : -widthMs / 2));
  }, [isOut, player, sound.rate, widthMs]);
  const look = (name: keyof typeof ZOOMS) => {
    setZoom(name);
    const boundary = chosen === null ? undefined : bounds[chosen];
    setMiddle(boundary ?? sound.atMs);
  };

  const bounds = [draft.startMs, ...draft.parts.slice(1).map((part) => part.startMs), draft.endMs];
  const isFixed = (at: number): boolean => {
    if (!mayEdit) return true;
    if (at === 0) return false;
    if (at === bounds.length - 1) return !isOver;
    return draft.parts[at]?.source === 'studio';
  };
  const move = (at: number, toMs: number) => edit.move(at, toMs, [whole.fromMs, whole.toMs]);
  const nudge = (ms: number) => {
    if (chosen !== null && !isFixed(chosen)) move(chosen, bounds[chosen]! + ms);
  };
  const remove = (at: number) => {
    const part = draft.parts[at];
    if (part !== undefined && !isFixed(at)) edit.remove(part.key);
    setChosen(null);
  };
  const seek = (ms: number) => {
    player.seek(ms);
    if (ms < view.fromMs || ms > view.toMs) setMiddle(ms);
  };
  const faster = (sign: 1 | -1) => {
    const isSame = isMoving && Math.sign(sound.rate) === sign;
    player.play({ rate: sign * (isSame ? Math.min(FASTEST, Math.abs(sound.rate) * 2) : 1) });
  };
  const handleKey = (event: KeyboardEvent) => {
    const { target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || target instanceof HTMLInputElement) return;
    const commands: Record<string, () => void> = {
      j: () => faster(-1),
      k: () => player.pause(),
      l: () => faster(1),
      '[': () => nudge(-NUDGE_MS),
      ']': () => nudge(NUDGE_MS),
      m: () => mayEdit && edit.add(sound.atMs),
    };
    const command = commands[event.key.toLowerCase()];
    if (command === undefined) return;
    event.preventDefault();
    command();
  };

  const partsInput = {
    archive_id: id,
    before: saved.parts.map((part) => part.startMs / 1_000),
    parts: draft.parts.map(({ startMs, title }) => ({ starts_ts: startMs / 1_000, title })),
  };
  const edgesInput = {
    archive_id: id,
    starts_ts: draft.startMs / 1_000,
    ends_ts: draft.endMs / 1_000,
    before: { starts_ts: saved.startMs / 1_000, ends_ts: saved.endMs / 1_000 },
  };
  return (
    // Keys of a player work wherever the focus is in it.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div onKeyDown={handleKey}>
      <Panel title={text.title} aside={<span className={styles.quiet}>{spanText(broadcast)}</span>}>
        <div className={styles.tools}>
          {(Object.keys(ZOOMS) as (keyof typeof ZOOMS)[]).map((name) => (
            <Button key={name} size="small" tone="outline" aria-pressed={zoom === name} onClick={() => look(name)}>
              {text.zooms[name]}
            </Button>
          ))}
          {zoom !== 'whole' && (
            <>
              <Button size="small" tone="outline" aria-label={text.back} onClick={() => setMiddle(view.fromMs)}>
                <Icon name="arrow-left" />
              </Button>
              <Button size="small" tone="outline" aria-label={text.forth} onClick={() => setMiddle(view.toMs)}>
                <Icon name="arrow-right" />
              </Button>
            </>
          )}
          <span className={styles.quiet} role="status">
            {status === 'drawing' && text.drawing}
            {status === 'failed' && text.drawFailed}
          </span>
          {status === 'failed' && (
            <Button size="small" tone="outline" onClick={again}>
              {text.again}
            </Button>
          )}
        </div>
        <Wave
          {...{ view, windows, draft, lanes, removals, chosen, isFixed }}
          atMs={sound.atMs}
          saidMs={sound.stoodMs}
          onChoose={setChosen}
          onMove={move}
          onRemove={remove}
          onSeek={seek}
        />
        <div className={styles.tools}>
          <Button
            className={styles.play}
            aria-label={isMoving ? text.pause : text.play}
            aria-busy={sound.status === 'loading'}
            onClick={() => (isMoving ? player.pause() : player.play())}
          >
            <Icon name={isMoving ? 'pause' : 'play'} />
          </Button>
          <span className={styles.clock}>{clockTime(sound.atMs, { tenths: true })}</span>
          {isMoving && sound.rate !== 1 && <span className={styles.quiet}>{text.rate(sound.rate)}</span>}
          {mayEdit && (
            <>
              <Button size="small" tone="outline" disabled={chosen === null} onClick={() => nudge(-NUDGE_MS)}>
                {text.less}
              </Button>
              <Button size="small" tone="outline" disabled={chosen === null} onClick={() => nudge(NUDGE_MS)}>
                {text.more}
              </Button>
              <Button
                size="small"
                tone="outline"
                disabled={chosen === null || isFixed(chosen)}
                onClick={() => chosen !== null && move(chosen, nearestSilence(windows, bounds[chosen]!))}
              >
                {text.snap}
              </Button>
            </>
          )}
          <p className={styles.keys}>
            <span>
              <kbd>J</kbd> <kbd>K</kbd> <kbd>L</kbd> {text.keys.rates}
            </span>
            {mayEdit && (
              <>
                <span>
                  <kbd>[</kbd> <kbd>]</kbd> {text.keys.move}
                </span>
                <span>
                  <kbd>M</kbd> {text.keys.add}
                </span>
              </>
            )}
          </p>
        </div>
        {sound.status === 'failed' && (
          <p role="alert" className={styles.pad}>
            {text.failed}
          </p>
        )}
      </Panel>
      <Panel
        title={text.parts.title}
        aside={
          mayEdit && (
            <Button size="small" tone="outline" onClick={() => edit.add(sound.atMs)}>
              {text.parts.add}
            </Button>
          )
        }
      >
        <PartsTable draft={draft} edit={edit} mayEdit={mayEdit} onSeek={seek} />
        <div className={styles.tools}>
          <Button
            size="small"
            tone="outline"
            onClick={() => player.playSpans(bounds.map((ms) => ({ fromMs: ms - AROUND_MS, toMs: ms + AROUND_MS })))}
          >
            {text.parts.only}
          </Button>
        </div>
      </Panel>
      {mayEdit && (
        <div className={styles.save}>
          <p>
            <b>{text.safe}</b>
            {text.pointed(pointed)}
          </p>
          <p role="status">
            {(edgesChanged || partsChanged) && text.unsaved}
            {edgesChanged && partsChanged && ` ${text.edgesFirst}`}
          </p>
          <p className={styles.acts}>
            {edgesChanged && <ActionButton action="archive.set-edges" input={edgesInput} words={text.saveEdges} />}
            {partsChanged && (
              <ActionButton
                action="archive.set-parts"
                input={partsInput}
                words={text.saveParts}
                disabled={edgesChanged}
              />
            )}
            {(edgesChanged || partsChanged) && (
              <Button tone="outline" onClick={edit.reset}>
                {text.undo}
              </Button>
            )}
          </p>
        </div>
      )}
    </div>
  );
}
