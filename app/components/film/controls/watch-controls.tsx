import type { ReactNode, RefObject } from 'react';
import controls from '#app/player/controls/controls.module.css';
import { VolumeControl } from '#app/player/controls/volume-control.tsx';
import { SPEEDS, type Session } from '#app/player/player.state.ts';
import { playerSnapshot, setVolume, skip, toggle, toggleMute, type PlayerSnapshot } from '#app/player/player.store.ts';
import { chooseMachine, useElsewhere, useOffer } from '#app/player/bar/use-elsewhere.ts';
import { setSpeed } from '#app/player/screen/screen-controls.ts';
import type { ScreenDetails } from '#app/player/sources/source.ts';
import { filmText } from '#app/text/zh-hk/film.ts';
import { Icon } from '#app/ui/icon.tsx';
import { ChoiceMenu, type ChoiceGroup } from './choice-menu.tsx';
import { useCaptions } from './use-captions.ts';
import { useEventCaptions } from './use-event-captions.ts';
import type { useFullScreen } from './use-full-screen.ts';
import { useSmallPicture } from './use-small-picture.ts';
import { STEP_SECONDS, useWatchKeys } from './use-watch-keys.ts';
import styles from '#app/components/film/watch.module.css';

interface WatchControlsProps {
  box: RefObject<HTMLElement | null>;
  snapshot: PlayerSnapshot;
  session: Session;
  details: ScreenDetails | null;
  full: ReturnType<typeof useFullScreen>;
  /** Whether keys and controls are enabled: a message over the picture replaces them. */
  isOn: boolean;
  seekBar: ReactNode;
  /** Beside the buttons: the time, and the way back to live. */
  children: ReactNode;
  settings: readonly ChoiceGroup[];
  /** Additional buttons at the end. */
  more?: ReactNode;
  toShare: (share: number) => void;
  skipBy?: (seconds: number) => void;
}

/** The control bar of a picture, and its keys: the same for films, trailers and events. */
export function WatchControls(props: WatchControlsProps) {
  const {
    box,
    snapshot,
    session,
    details,
    full,
    isOn,
    seekBar,
    children,
    settings,
    more,
    toShare,
    skipBy = skip,
  } = props;
  const { volume } = snapshot;
  const { captions, shown, show } = useCaptions(details);
  const said = useEventCaptions(details, session);
  const hasCaptions = said === null ? captions.length > 0 : said.isOffered;
  const isCaptioned = said === null ? shown !== null : said.isShown;
  const small = useSmallPicture();
  const isElsewhere = useElsewhere();
  const hasOffer = useOffer(details?.address);
  const isPlaying = session.phase !== 'paused' && session.phase !== 'failed';
  const turnCaptions = () =>
    said === null ? show(shown === null ? (captions[0]?.lang ?? null) : null) : said.toggle();
  const step = (by: -1 | 1) => {
    const slowFirst = SPEEDS.toSorted((a, b) => a - b);
    const speed = slowFirst[slowFirst.indexOf(session.speed) + by];
    if (speed !== undefined) setSpeed(speed);
  };

  useWatchKeys(box, isOn, {
    toggle,
    skip: skipBy,
    toShare,
    louder: (by) => setVolume(playerSnapshot().volume.level + by),
    mute: toggleMute,
    captions: turnCaptions,
    full: full.toggle,
    speed: step,
  });

  return (
    <>
      {said?.strip && isOn && (
        <div className={styles.said}>
          <said.strip.Strip captioned={said.strip.captioned} isOver />
        </div>
      )}
      <div className={styles.controls} inert={!isOn}>
        <div className={styles.bar}>
          {seekBar}
          <div className={styles.row}>
            <button
              type="button"
              className={controls.icon}
              aria-label={isPlaying ? filmText.pause : filmText.play}
              onClick={toggle}
            >
              <Icon name={isPlaying ? 'pause' : 'play'} fill />
            </button>
            <StepButton by={-STEP_SECONDS} onStep={skipBy} />
            <StepButton by={STEP_SECONDS} onStep={skipBy} />
            <span className={styles.volume}>
              <VolumeControl volume={volume} />
            </span>
            {children}
            <span className={styles.end}>
              {/* First, so that no button moves when a remote device becomes available. */}
              {(hasOffer || isElsewhere) && (
                <button
                  type="button"
                  className={`${controls.icon} ${isElsewhere ? styles.on : ''}`}
                  aria-label={isElsewhere ? filmText.elsewhere.playing : filmText.elsewhere.choose}
                  onClick={() => void chooseMachine()}
                >
                  <Icon name="cast" />
                </button>
              )}
              {captions.length > 1 ? (
                <ChoiceMenu
                  label={filmText.captions}
                  icon={<Icon name="captions" />}
                  className={`${controls.icon} ${shown === null ? '' : styles.on}`}
                  groups={[
                    {
                      label: filmText.captions,
                      options: [
                        { key: '', words: filmText.captionsOff, isChosen: shown === null, choose: () => show(null) },
                        ...captions.map(({ lang, label }) => ({
                          key: lang,
                          words: label,
                          isChosen: lang === shown,
                          choose: () => show(lang),
                        })),
                      ],
                    },
                  ]}
                />
              ) : (
                <button
                  type="button"
                  className={`${controls.icon} ${isCaptioned ? styles.on : ''}`}
                  aria-label={filmText.captions}
                  aria-pressed={isCaptioned}
                  disabled={!hasCaptions}
                  onClick={turnCaptions}
                >
                  <Icon name="captions" />
                </button>
              )}
              {more}
              <ChoiceMenu
                label={filmText.settings}
                icon={<Icon name="settings" />}
                className={controls.icon}
                groups={settings}
              />
              {small.isOffered && (
                <button
                  type="button"
                  className={`${controls.icon} ${styles.wide}`}
                  aria-label={small.isSmall ? filmText.smallEnds : filmText.small}
                  aria-pressed={small.isSmall}
                  onClick={small.toggle}
                >
                  <Icon name="picture-in-picture" />
                </button>
              )}
              <button
                type="button"
                className={controls.icon}
                aria-label={full.isFull ? filmText.fullEnds : filmText.full}
                onClick={full.toggle}
              >
                <Icon name={full.isFull ? 'minimize' : 'maximize'} />
              </button>
            </span>
          </div>
        </div>
      </div>
    </>
  );
}

function StepButton({ by, onStep }: { by: number; onStep: (seconds: number) => void }) {
  return (
    <button
      type="button"
      className={`${controls.icon} ${styles.wide}`}
      aria-label={by < 0 ? filmText.back(-by) : filmText.on(by)}
      onClick={() => onStep(by)}
    >
      <Icon name={by < 0 ? 'rotate-ccw' : 'rotate-cw'} />
    </button>
  );
}
