import { PlayButton } from '#app/player/controls/play-button.tsx';
import controls from '#app/player/controls/controls.module.css';
import { ReplayProgress } from '#app/player/controls/replay-progress.tsx';
import { ReplayStep } from '#app/player/controls/replay-step.tsx';
import { SleepMenu } from '#app/player/controls/sleep-menu.tsx';
import { SPEEDS, type VodSession } from '#app/player/player.state.ts';
import { playReplay, resumeWhereSlept, toggle, type PlayerSnapshot } from '#app/player/player.store.ts';
import { mendedAt, replayLine } from '#app/player/replay/replay-line.ts';
import { setQuality, setSpeed, sleepAtEndOf, stepTo } from '#app/player/replay/replay-controls.ts';
import { QUALITIES, type ReplaySource } from '#app/player/sources/replay.ts';
import { playerText } from '#app/text/zh-hk/player.ts';
import { replayText } from '#app/text/zh-hk/replay.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Numeral } from '#app/ui/numeral.tsx';
import { isChannelId } from '#shared/enums.ts';
import { clockHk } from '#shared/hk-time.ts';
import { ReplayActs } from './replay-acts.tsx';
import { ReplayEdges } from './replay-edges.tsx';
import { BesideWords } from './replay-words.tsx';
import styles from './replay-panel.module.css';
import { chooseMachine, useElsewhere, useOffer } from './use-elsewhere.ts';

interface ReplayView {
  snapshot: PlayerSnapshot;
  session: VodSession;
  source: ReplaySource;
}

/** The full replay player over the page: full screen on phones, a panel on desktops. */
export function ReplayPanel({ onClose, ...view }: ReplayView & { onClose: () => void }) {
  return (
    <Dialog title={view.source.title} titleHidden shape="panel" onClose={onClose} closeLabel={replayText.collapse}>
      <div className={styles.screen}>
        <p className={styles.head}>{playerText.replay}</p>
        <BesideWords source={view.source} positionMs={view.session.positionMs}>
          <ReplayCard {...view} />
        </BesideWords>
      </div>
    </Dialog>
  );
}

export function ReplayCard({ snapshot: { player, sleepLeftMs }, session, source }: ReplayView) {
  const { phase, positionMs, speed, hasPosition } = session;
  const { details, art } = source;
  const channelId = details && isChannelId(details.streamId) ? details.streamId : null;
  const isElsewhere = useElsewhere();
  const hasOffer = useOffer(details?.address);
  const said = replayLine(session, source) || (isElsewhere ? replayText.elsewhere.playing : '');
  const mended = mendedAt(session);
  const slept = player.sleptAt?.source.timeline === 'vod';
  return (
    <div className={styles.card} data-channel={channelId ?? undefined}>
      {art.src && <img className={styles.art} src={art.src} srcSet={art.srcset} width={640} height={360} alt="" />}
      <div className={styles.words}>
        {channelId && (
          <span className={styles.channel}>
            <Numeral channel={channelId} />
          </span>
        )}
        <b>{source.title}</b>
        {source.from && <p>{source.from}</p>}
        {details && <ReplayEdges sectionId={source.sectionId} details={details} />}
        <p className={styles.said} role="status">
          {mended ? <a href={mended}>{said}</a> : said}
        </p>
      </div>
      {details && details.parts.length > 1 && <Parts source={source} positionMs={positionMs} />}
      <div className={styles.position}>
        <ReplayProgress session={session} source={source} />
      </div>
      <p className={styles.clock}>
        {details && hasPosition ? replayText.airTime(clockHk(new Date(details.startsAtMs + positionMs))) : ''}
      </p>
      <div className={styles.buttons}>
        <button
          type="button"
          className={controls.icon}
          aria-label={replayText.previous}
          onClick={() => stepTo('previous')}
        >
          <Icon name="skip-back" />
        </button>
        <ReplayStep to="back" className={controls.icon} />
        <PlayButton phase={phase} onPress={toggle} className={styles.play ?? ''} />
        <ReplayStep to="on" className={controls.icon} />
        <button
          type="button"
          className={controls.icon}
          aria-label={replayText.following}
          disabled={!source.next}
          onClick={() => stepTo('next')}
        >
          <Icon name="skip-forward" />
        </button>
      </div>
      {slept && (
        <button type="button" className={styles.back} onClick={resumeWhereSlept}>
          {replayText.sleepBackToSet}
        </button>
      )}
      <Choice
        label={replayText.speed}
        options={SPEEDS.map((value) => ({ value, words: replayText.speedOf(value) }))}
        chosen={speed}
        onChoose={setSpeed}
      />
      <div className={styles.row}>
        <Choice
          label={replayText.quality}
          options={QUALITIES.map((value) => ({ value, words: replayText.qualities[value] }))}
          chosen={source.quality ?? 'auto'}
          onChoose={setQuality}
        />
        {(hasOffer || isElsewhere) && (
          <button
            type="button"
            className={controls.icon}
            aria-label={replayText.elsewhere.choose}
            onClick={() => void chooseMachine()}
          >
            <Icon name="cast" />
          </button>
        )}
        <SleepMenu
          sleep={player.sleep}
          leftMs={sleepLeftMs}
          className={controls.icon}
          showLeft
          atEnd={sleepAtEndOf(source)}
        />
      </div>
      <ReplayActs session={session} source={source} />
    </div>
  );
}

/** The sections of the broadcast, with widths proportional to their length. */
function Parts({ source, positionMs }: { source: ReplaySource; positionMs: number }) {
  const { details, sectionId } = source;
  if (details === null) return null;
  const at = details.parts.findIndex((part) => part.sectionId === sectionId);
  return (
    <ol className={styles.parts} aria-label={replayText.parts}>
      {details.parts.map((part, index) => {
        const lengthMs = part.endsAtMs - part.startsAtMs;
        const share = index < at ? 1 : index === at ? Math.min(positionMs / Math.max(lengthMs, 1), 1) : 0;
        return (
          <li key={part.sectionId} style={{ flexGrow: lengthMs }}>
            <button
              type="button"
              aria-current={index === at}
              aria-label={replayText.section(part.no, part.title)}
              onClick={() => playReplay({ sectionId: part.sectionId })}
            >
              <i>
                <b style={{ width: `${share * 100}%` }} />
              </i>
            </button>
          </li>
        );
      })}
    </ol>
  );
}

function Choice<T extends string | number>({
  label,
  options,
  chosen,
  onChoose,
}: {
  label: string;
  options: readonly { value: T; words: string }[];
  chosen: T;
  onChoose: (value: T) => void;
}) {
  return (
    <fieldset className={styles.choice}>
      <legend className="vh">{label}</legend>
      {options.map(({ value, words }) => (
        <label key={value}>
          <input
            type="radio"
            className="vh"
            name={`replay-${label}`}
            checked={value === chosen}
            onChange={() => onChoose(value)}
          />
          <span>{words}</span>
        </label>
      ))}
    </fieldset>
  );
}
