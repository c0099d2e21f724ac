import { useEffect, useState } from 'react';
import { useLateBox } from '#app/components/hooks/use-late-box.ts';
import { canStore } from '#app/downloads/can-store.ts';
import { archiveText } from '#app/text/zh-hk/archive.ts';
import { Button } from '#app/ui/button.tsx';
import type { ReplayPage } from '#app/pages/archive/replay-page.ts';
import styles from '#app/pages/archive/replay.module.css';

/** Rarely used, so loaded on demand. */
const load = async () => (await import('./keep-box.tsx')).KeepBox;

/** Stores a replay in this browser; absent where the browser cannot. */
export function KeepReplay({ replay }: { replay: ReplayPage }) {
  const { Box, open, close } = useLateBox(load);
  const [isLacking, setLacking] = useState(false);
  useEffect(() => setLacking(!canStore()), []);
  if (isLacking) return null;
  return (
    <>
      <Button tone="outline" className={styles.sharePart} aria-haspopup="dialog" onClick={open}>
        {archiveText.keep}
      </Button>
      {Box && <Box replay={replay} onClose={close} />}
    </>
  );
}
