import { channelText } from '#app/text/zh-hk/channels.ts';
import { deskOnAirText as text } from '#app/text/zh-hk/desk-on-air.ts';
import { ActionButton } from '../actions/action-button.tsx';
import { Panel } from '../frame/panel.tsx';
import { CaptionerList } from './captioner-list.tsx';
import type { Captioner, Channel, Encoder } from './on-air.types.ts';
import { TokenForm } from './token-form.tsx';
import styles from './on-air-page.module.css';

/** Segments last up to 4.5 s and arrive when they are whole. */
const LATE_SECONDS = 12;
const OFF_SECONDS = 30;
/** As in the rules of incidents. */
const SILENT_SECONDS = 20;

const secondsText = (age: number | null): string => (age === null ? text.none : text.age(Math.max(0, Math.round(age))));

type Tone = 'good' | 'late' | 'off';
function toneOf(age: number | null): Tone {
  if (age === null || age > OFF_SECONDS) return 'off';
  return age > LATE_SECONDS ? 'late' : 'good';
}

const encoderState = ({ is_active: isActive, on_air: onAir }: Encoder): string =>
  isActive ? (onAir.length > 0 ? text.onAir : text.standby) : text.withdrawn;

/** Whether it can be put on air: it is heard, and does not feed everything already. */
const isReady = (
  { is_active: isActive, on_air: onAir, heard_age_seconds: age }: Encoder,
  renditions: number,
): boolean => isActive && onAir.length < renditions && age !== null && age <= LATE_SECONDS;

/** Its encoder is heard, and what it sends is old: its clock is behind, or it sends a backlog. */
const isBehind = ({ edge_age_seconds: edge, encoders }: Channel): boolean =>
  edge !== null &&
  edge > LATE_SECONDS &&
  encoders.some(({ on_air: onAir, heard_age_seconds: age }) => onAir.length > 0 && age !== null && age <= LATE_SECONDS);

function EncoderRow({ encoder, channel }: { encoder: Encoder; channel: Channel }) {
  const { name, is_active: isActive, heard_age_seconds: age, waiting } = encoder;
  return (
    <li>
      <b>{name}</b>
      <span className={styles.badge} data-tone={isActive ? toneOf(age) : undefined}>
        {encoderState(encoder)}
      </span>
      <span className={styles.note}>
        {age === null ? text.neverHeard : text.heard(Math.max(0, Math.round(age)))}
        {waiting > 0 && `，${text.waiting(waiting)}`}
      </span>
      <span className={styles.tools}>
        {isReady(encoder, channel.renditions.length) && (
          <ActionButton
            size="small"
            action="encoders.switch"
            input={{ stream_id: channel.channel, name }}
            words={text.switchTo(name)}
          />
        )}
        {isActive && (
          <ActionButton
            size="small"
            tone="outline"
            action="encoders.withdraw"
            input={{ name }}
            words={text.withdraw(name)}
          />
        )}
      </span>
    </li>
  );
}

/** Whether a channel is on the air, in a tone and in words. */
export function channelState(channel: Channel): { tone: Tone; words: string } {
  const { edge_age_seconds: edge, silent_seconds: silent } = channel;
  if (silent >= SILENT_SECONDS) return { tone: 'off', words: text.silence(Math.round(silent)) };
  if (isBehind(channel)) return { tone: 'late', words: text.behind(Math.round(edge ?? 0)) };
  const tone = toneOf(edge);
  return { tone, words: text[tone] };
}

/** One channel: how old and how loud its audio is, who listens, what feeds it and who captions it. */
export function ChannelCard({ channel, captioners }: { channel: Channel; captioners: readonly Captioner[] }) {
  const { edge_age_seconds: edge, level_age_seconds: levelAge, lufs } = channel;
  const { tone, words } = channelState(channel);
  return (
    <Panel
      title={channelText[channel.channel].name}
      aside={
        <span className={styles.badge} data-tone={tone}>
          {words}
        </span>
      }
    >
      <dl className={styles.facts}>
        <dt>{text.edge}</dt>
        <dd>{secondsText(edge)}</dd>
        {channel.renditions.map(({ rendition, edge_age_seconds: age }) => (
          <div key={rendition} data-tone={toneOf(age)}>
            <dt>{rendition}</dt>
            <dd>{secondsText(age)}</dd>
          </div>
        ))}
        <dt>{text.loudness}</dt>
        <dd>
          {levelAge === null
            ? text.notMeasured
            : `${lufs === null ? text.tooQuiet : text.lufs(lufs)}，${text.measured(Math.round(levelAge))}`}
        </dd>
        <dt>{text.listeners}</dt>
        <dd>
          {text.people(Math.round(channel.listeners))}
          {channel.coverage_percent !== null && `，${text.coverage(channel.coverage_percent)}`}
        </dd>
      </dl>
      <h3 className={styles.head}>{text.encoders}</h3>
      {channel.encoders.length === 0 && <p className={styles.empty}>{text.noEncoders}</p>}
      <ul className={styles.rows}>
        {channel.encoders.map((encoder) => (
          <EncoderRow key={encoder.name} encoder={encoder} channel={channel} />
        ))}
      </ul>
      <TokenForm
        action="encoders.register"
        input={{ stream_id: channel.channel }}
        label={text.encoderName}
        words={text.issue}
      />
      <CaptionerList
        streamId={channel.channel}
        captioners={captioners.filter((one) => one.stream_id === channel.channel)}
      />
    </Panel>
  );
}
