import { useCallback, useEffect, useState } from 'react';
import { askWhoItIs, useMember } from '#app/components/frame/member-state.ts';
import {
  fillDownloads,
  isComplete,
  listedName,
  removeDownload,
  verifyDownloads,
  watchDownloads,
  type FillOutcome,
} from '#app/downloads/downloads.ts';
import { isWifiOnly, listStored, moveClock, setWifiOnly, type StoredDownload } from '#app/downloads/download-store.ts';
import { knowsWifi } from '#app/downloads/wifi.ts';
import { storePageShell } from '#app/downloads/page-shell.ts';
import { downloadsPaths } from '#app/downloads-paths.ts';
import { paths } from '#app/paths.ts';
import { playReplay } from '#app/player/player.store.ts';
import { downloadsText as text } from '#app/text/zh-hk/downloads.ts';
import { Button } from '#app/ui/button.tsx';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { EmptyState } from '#app/components/empty-state/empty-state.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { ProgressBar } from '#app/ui/progress-bar.tsx';
import styles from './downloads-list.module.css';
import { DownloadsSkeleton } from './downloads-skeleton.tsx';
import { newestAttempt } from './newest-attempt.ts';

const DAY_MS = 86_400_000;

interface Shown {
  items: StoredDownload[];
  nowMs: number;
  wifiOnly: boolean;
  used: number;
  free: number;
}

async function look(): Promise<Shown> {
  const { latestMs: nowMs } = await moveClock();
  const { usage = 0, quota = 0 } = await navigator.storage.estimate();
  return { items: await listStored(), nowMs, wifiOnly: await isWifiOnly(), used: usage, free: quota - usage };
}

/** This page is served by its own service worker from its first visit on. */
async function goOn(): Promise<FillOutcome> {
  await navigator.serviceWorker.register(downloadsPaths.serviceWorker(), { scope: downloadsPaths.page() });
  await storePageShell().catch(() => undefined);
  return fillDownloads();
}

function Item({ of, nowMs }: { of: StoredDownload; nowMs: number }) {
  const name = listedName(of);
  const percent = of.files.length === 0 ? 0 : Math.floor((of.done / of.files.length) * 100);
  return (
    <li className={styles.item} data-download={of.sectionId} data-complete={isComplete(of) || undefined}>
      <b>{name}</b>
      <span className={styles.meta}>
        {text.day(of.dayHk)} · {text.size(of.bytes)} · {text.left(Math.ceil((of.expiresAtMs - nowMs) / DAY_MS))}
      </span>
      {!isComplete(of) && <ProgressBar percent={percent} label={name} words={text.progress(percent)} />}
      {of.isSuspended && <span role="status">{text.suspended}</span>}
      <div className={styles.acts}>
        {isComplete(of) && (
          <Button aria-label={text.play(name)} onClick={() => playReplay({ sectionId: of.sectionId })}>
            <Icon name="play" fill />
            {text.playWords}
          </Button>
        )}
        <Button tone="outline" aria-label={text.removeOf(name)} onClick={() => void removeDownload(of.id)}>
          {text.remove}
        </Button>
      </div>
    </li>
  );
}

/** What this browser stores: played, continued and removed here, also without network. */
export function DownloadsList() {
  const member = useMember();
  const [shown, setShown] = useState<Shown | 'failed' | null>(null);
  const [outcome, setOutcome] = useState<FillOutcome>('done');
  const refresh = useCallback(() => {
    look().then(setShown, () => setShown('failed'));
  }, []);
  const [attempt] = useState(() => newestAttempt(setOutcome));

  const memberId = member?.user?.user_id ?? null;
  useEffect(() => {
    const stop = watchDownloads(refresh);
    refresh();
    const connect = () =>
      void attempt(async () => {
        await verifyDownloads(memberId);
        return goOn();
      }).then(refresh);
    const online = () => {
      void askWhoItIs();
      connect();
    };
    connect();
    window.addEventListener('online', online);
    return () => {
      stop();
      window.removeEventListener('online', online);
    };
  }, [memberId, refresh, attempt]);

  if (shown === null) return <DownloadsSkeleton />;
  if (shown === 'failed') return <EmptyState title={text.failed.title} words={text.failed.words} />;
  if (shown.items.length === 0)
    return (
      <EmptyState title={text.empty.title} words={text.empty.words}>
        <ButtonLink href={paths.archives()}>{text.empty.press}</ButtonLink>
      </EmptyState>
    );
  const change = async (isOn: boolean) => {
    await setWifiOnly(isOn);
    refresh();
    await attempt(goOn);
  };
  return (
    <>
      <p>{text.room(shown.used, shown.free)}</p>
      {knowsWifi() ? (
        <label className={styles.wifi}>
          <input type="checkbox" checked={shown.wifiOnly} onChange={({ target }) => void change(target.checked)} />
          <span>{text.wifi}</span>
        </label>
      ) : (
        <p>{text.noWifi}</p>
      )}
      {outcome !== 'done' && (
        <p role="status">
          {text.outcome[outcome]}{' '}
          <Button tone="outline" size="small" onClick={() => void attempt(goOn)}>
            {text.goOn}
          </Button>
        </p>
      )}
      <ul className={styles.list}>
        {shown.items.map((item) => (
          <Item key={item.id} of={item} nowMs={shown.nowMs} />
        ))}
      </ul>
      <p style={{ marginTop: 'var(--sp-4)' }}>
        <Button
          tone="outline"
          onClick={() => {
            for (const { id } of shown.items) void removeDownload(id);
          }}
        >
          {text.removeAll}
        </Button>
      </p>
    </>
  );
}
