import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { shell } from '#app/text/zh-hk/shell.ts';
import { PlayerState } from '#shared/enums.ts';
import { Icon } from '#app/ui/icon.tsx';
import { reserveBottomInset } from './bottom-inset.ts';
import { forgetFailure, useObstacle } from './network.ts';
import styles from './network-notice.module.css';

/** A notice at the bottom of the page about why a navigation is stuck. The page itself is unchanged. */
export function NetworkNotice() {
  const obstacle = useObstacle();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => (box.current ? reserveBottomInset('notice', box.current) : undefined), []);
  const { pathname } = useLocation();
  useEffect(() => forgetFailure, [pathname]);
  useEffect(() => {
    // Playing audio is not interrupted; without it, the URL is followed at once.
    const state = window.airwavePlayer?.getPlayerState();
    const sounds = state === PlayerState.PLAYING || state === PlayerState.BUFFERING;
    if (obstacle?.kind === 'renewed' && !sounds) location.assign(obstacle.address);
  }, [obstacle]);
  return (
    <div ref={box} role="status" className={`${styles.place} on-ink`} data-no-print>
      {obstacle && (
        <p className={styles.notice} data-obstacle={obstacle.kind}>
          <Icon name="circle-alert" />
          {shell.obstacles[obstacle.kind]}
          {obstacle.kind === 'renewed' && (
            <a href={obstacle.address} data-document>
              {shell.loadAnew}
            </a>
          )}
        </p>
      )}
    </div>
  );
}
