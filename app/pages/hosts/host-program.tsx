import { ListenLink } from '#app/components/lists/listen-link.tsx';
import page from '#app/styles/page.module.css';
import type { ScheduleLine } from '#app/components/lists/schedule-words.ts';
import { paths } from '#app/paths.ts';
import { hostsText } from '#app/text/zh-hk/hosts.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import buttons from '#app/ui/button.module.css';
import { Numeral } from '#app/ui/numeral.tsx';
import { Phrase } from '#app/ui/phrase.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { BREAK } from '#shared/text/break-mark.ts';
import type { ChannelId } from '#shared/enums.ts';
import { clockHk, dayHkOf } from '#shared/hk-time.ts';
import styles from './host.module.css';

export interface HostProgramView {
  id: number;
  slug: string;
  title: string;
  art: string;
  channels: ChannelId[];
  schedule: ScheduleLine[];
  next: { channelId: ChannelId; startsAtMs: number; endsAtMs: number } | null;
}

/** A programme of a host: regular and next air times, and a play button while it is on air. */
export function HostProgram({ program, nowMs }: { program: HostProgramView; nowMs: number }) {
  const { next } = program;
  const onAir = next !== null && next.startsAtMs <= nowMs && nowMs < next.endsAtMs;
  return (
    <li className={styles.program} data-channel={next?.channelId ?? program.channels[0]}>
      <Picture name={program.art} alt="" sizes="(min-width: 768px) 200px, 128px" className={styles.art} />
      <div>
        {onAir && <span className={page.live}>{hostsText.onAirNow}</span>}
        <h3>
          <a href={paths.program(program.id, program.slug)}>
            <Phrase text={program.title} />
          </a>
        </h3>
        {program.schedule.map((line) => (
          <p key={`${line.channelId} ${line.days} ${line.time}`} className={styles.when} data-channel={line.channelId}>
            <Numeral channel={line.channelId} />
            <span>
              {line.days} <span className={styles.hours}>{line.time}</span>
            </span>
          </p>
        ))}
        {next && !onAir && (
          <p className={page.meta}>
            <span>{hostsText.nextOn}</span>
            <time dateTime={new Date(next.startsAtMs).toISOString()}>
              {timeText.relativeDay(dayHkOf(new Date(next.startsAtMs)), dayHkOf(new Date(nowMs)))}{' '}
              {clockHk(new Date(next.startsAtMs))}
            </time>
          </p>
        )}
      </div>
      {onAir && (
        <ListenLink
          channel={next.channelId}
          label={hostsText.listenTo(program.title.replaceAll(BREAK, ''))}
          icon="headphones"
          words={hostsText.listen}
          className={`${buttons.button} ${buttons.channel} ${buttons.small}`}
        />
      )}
    </li>
  );
}
