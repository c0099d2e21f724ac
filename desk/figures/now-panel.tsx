import { useEffect, useState } from 'react';
import { channelText } from '#app/text/zh-hk/channels.ts';
import { figuresText } from '#app/text/zh-hk/desk-figures.ts';
import { call } from '../call.ts';
import { Panel } from '../frame/panel.tsx';
import type { ChannelNow } from './figure-types.ts';
import styles from './figures.module.css';

const EVERY_MS = 30_000;
const text = figuresText.now;

/** Listeners of each channel, read again while the page is visible. */
export function NowPanel({ first }: { first: ChannelNow[] }) {
  const [shown, setShown] = useState({ channels: first, isFailing: false });
  useEffect(() => {
    const mine = new AbortController();
    const read = async () => {
      if (document.visibilityState !== 'visible') return;
      try {
        setShown({
          ...(await call<{ channels: ChannelNow[] }>('/api/staff/figures/now', undefined, mine.signal)),
          isFailing: false,
        });
      } catch {
        if (!mine.signal.aborted) setShown((former) => ({ ...former, isFailing: true }));
      }
    };
    const timer = setInterval(() => void read(), EVERY_MS);
    return () => {
      clearInterval(timer);
      mine.abort();
    };
  }, []);
  return (
    <Panel title={text.title}>
      <ul className={styles.tiles}>
        {shown.channels.map(({ channel, listeners, behind, renditions, players, coverage }) => (
          <li key={channel} data-channel={channel}>
            <b>{channelText[channel].name}</b>
            <p className={styles.big}>{figuresText.people(listeners)}</p>
            <dl>
              <dt>{text.behind}</dt>
              <dd>{figuresText.people(behind)}</dd>
              <dt>{text.renditions}</dt>
              <dd>
                {renditions.length === 0
                  ? figuresText.none
                  : renditions
                      .map((one) => `${one.rendition || text.unknown} ${figuresText.people(one.listeners)}`)
                      .join('、')}
              </dd>
              <dt>{text.players}</dt>
              <dd>{figuresText.number(players)}</dd>
              <dt>{text.coverage}</dt>
              <dd>{figuresText.percent(coverage)}</dd>
            </dl>
          </li>
        ))}
      </ul>
      <p className={styles.note} role={shown.isFailing ? 'alert' : undefined}>
        {shown.isFailing ? text.failing : text.note}
      </p>
    </Panel>
  );
}
