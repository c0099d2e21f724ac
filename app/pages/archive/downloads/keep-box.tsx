import { useState } from 'react';
import { useNavigate } from 'react-router';
import { askWhoItIs, memberNow } from '#app/components/frame/member-state.ts';
import { tellRefusal } from '#app/components/member/member-call.ts';
import { mayStore } from '#app/downloads/can-store.ts';
import { startDownload } from '#app/downloads/downloads.ts';
import { downloadsPaths } from '#app/downloads-paths.ts';
import { CallRefused } from '#app/player/channel/channel-feed.ts';
import { archiveText } from '#app/text/zh-hk/archive.ts';
import { downloadsText } from '#app/text/zh-hk/downloads.ts';
import { Button } from '#app/ui/button.tsx';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import type { DownloadQuality } from '#domain/downloads/downloads.rules.ts';
import type { ReplayPage } from '#app/pages/archive/replay-page.ts';
import styles from '#app/pages/archive/share-part.module.css';

const { box: text, unsupported: lacking } = downloadsText;
const FULL = 120001;
const NOT_AUTHENTICATED = 10004;
const NEEDS_PLAN = 20003;
const STATUS: Readonly<Record<number | string, number>> = { [NOT_AUTHENTICATED]: 401, [NEEDS_PLAN]: 403 };

/** Stores parts of a broadcast. Downloads are on a page of their own, which works offline. */
export function KeepBox({ replay, onClose }: { replay: ReplayPage; onClose: () => void }) {
  const navigate = useNavigate();
  const [quality, setQuality] = useState<DownloadQuality>('hd');
  const [going, setGoing] = useState<number | null>(null);
  const [started, setStarted] = useState<readonly number[]>([]);
  const [fault, setFault] = useState('');

  const keep = async (sectionId: number) => {
    setGoing(sectionId);
    setFault('');
    try {
      // Before the server counts it.
      if (!(await mayStore())) return setFault(`${lacking.title}。${lacking.words}`);
      if (memberNow() === null) await askWhoItIs();
      await startDownload(memberNow()?.user?.user_id ?? 0, sectionId, quality);
      setStarted((before) => [...before, sectionId]);
    } catch (error) {
      const code = error instanceof CallRefused ? error.code : null;
      if (code === NOT_AUTHENTICATED || code === NEEDS_PLAN) {
        onClose();
        return tellRefusal(
          { status: STATUS[code] ?? 403, code, message: '' },
          { go: (path) => void navigate(path), pricing: '' },
        );
      }
      setFault(code === FULL ? text.full : text.failed);
    } finally {
      setGoing(null);
    }
  };
  return (
    <Dialog title={archiveText.keep} onClose={onClose}>
      <div className={styles.form}>
        <p>{text.lead}</p>
        <label className={styles.field}>
          <span>{text.quality}</span>
          <select value={quality} onChange={({ target }) => setQuality(target.value === 'sd' ? 'sd' : 'hd')}>
            <option value="hd">{text.hd}</option>
            <option value="sd">{text.sd}</option>
          </select>
        </label>
        {replay.parts.map(({ id, no, title }) => (
          <Button
            key={id}
            tone="outline"
            // Disabled, it would lose the focus by its own press.
            aria-disabled={going !== null || started.includes(id) || undefined}
            onClick={() => going === null && !started.includes(id) && void keep(id)}
          >
            {going === id ? text.pressed : text.press(archiveText.partOf(no, title))}
          </Button>
        ))}
        <p role="status">{started.length > 0 && text.started}</p>
        <p className={styles.fault} role="alert">
          {fault}
        </p>
        <div className={styles.acts}>
          <Button tone="outline" onClick={onClose}>
            {text.close}
          </Button>
          {/* Its own document, for its service worker. */}
          <ButtonLink href={downloadsPaths.page()} data-document="">
            {text.open}
          </ButtonLink>
        </div>
      </div>
    </Dialog>
  );
}
