import { lazy, Suspense, useEffect, useState } from 'react';
import { canStore } from '#app/downloads/can-store.ts';
import { archiveText } from '#app/text/zh-hk/archive.ts';
import { Button } from '#app/ui/button.tsx';
import type { ReplayPage } from '#app/pages/archive/replay-page.ts';
import styles from '#app/pages/archive/replay.module.css';

/** Rarely used, so loaded on demand. */
const KeepBox = lazy(() => import('./keep-box.tsx').then((module) => ({ default: module.KeepBox })));

/** Stores a replay in this browser; absent where the browser cannot. */
export function KeepReplay({ replay }: { replay: ReplayPage }) {
  const [isOpen, setOpen] = useState(false);
  const [isLacking, setLacking] = useState(false);
  useEffect(() => setLacking(!canStore()), []);
  if (isLacking) return null;
  return (
    <>
      <Button tone="outline" className={styles.sharePart} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {archiveText.keep}
      </Button>
      {isOpen && (
        <Suspense>
          <KeepBox replay={replay} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
