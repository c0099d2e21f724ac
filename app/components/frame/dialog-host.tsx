import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { dialogs } from '#app/text/zh-hk/dialogs.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { close, useShown, type DialogButton, type Shown } from '#app/components/shell/dialogs.ts';
import styles from './dialog-host.module.css';

const NOTIFY_ALIVE_MS = 2_500;

/** Rarely shown, so loaded on demand: by those who show them, before, so that without network nothing replaces the page. */
const ArchiveTutorial = lazy(() =>
  import('#app/components/member/archive-tutorial.tsx').then((module) => ({ default: module.ArchiveTutorial })),
);
/** Explanation of an ad, with its advertiser. */
const WhyAd = lazy(() => import('#app/ads/why-ad.tsx').then((module) => ({ default: module.WhyAd })));

/** Renders what `alert`, `confirm` and `notify` request, one dialog at a time. */
export function DialogHost() {
  const shown = useShown();
  const note = shown.find((s) => s.kind === 'notify');
  const box = shown.find((s) => s.kind !== 'notify');
  const [why, setWhy] = useState<unknown>(null);
  useEffect(() => {
    const ask = (event: Event) => setWhy((event as CustomEvent<unknown>).detail ?? null);
    addEventListener('airwave:why-ad', ask);
    return () => removeEventListener('airwave:why-ad', ask);
  }, []);
  return (
    <>
      {why !== null && (
        <Suspense>
          <WhyAd asked={why} onClose={() => setWhy(null)} />
        </Suspense>
      )}
      {box && <Box key={box.id} box={box} />}
      <div className={styles.notes} role="status">
        {note && <Note key={note.id} note={note} />}
      </div>
    </>
  );
}

function Box({ box }: { box: Exclude<Shown, { kind: 'notify' }> }) {
  const end = () => close(box.id);
  if (box.kind === 'tutorial') {
    const read = () => {
      end();
      box.onRead();
    };
    return (
      <Suspense>
        <ArchiveTutorial onRead={read} />
      </Suspense>
    );
  }
  const buttons: readonly DialogButton[] = box.kind === 'alert' ? [{ words: dialogs.ok }] : box.buttons;
  return (
    <Dialog
      role="alertdialog"
      title={box.title}
      onClose={end}
      dismissible={box.kind === 'alert' || box.closable}
      {...(box.kind === 'confirm' && box.closable ? { closeLabel: dialogs.close } : {})}
      actions={buttons.map(({ words, tone = 'ink', action }, at) => (
        <Button
          // Two devices may have the same name.
          key={`${at} ${words}`}
          tone={tone}
          onClick={() => {
            end();
            action?.();
          }}
        >
          {words}
        </Button>
      ))}
    >
      <p>{box.words}</p>
    </Dialog>
  );
}

function Note({ note: { id, words, icon } }: { note: Extract<Shown, { kind: 'notify' }> }) {
  const [held, setHeld] = useState(false);
  const box = useRef<HTMLSpanElement>(null);
  // It has no pointer events, so that clicks pass through; hovering is detected here instead.
  useEffect(() => {
    const look = ({ clientX, clientY }: PointerEvent) => {
      const rect = box.current?.getBoundingClientRect();
      if (rect) setHeld(clientX > rect.left && clientX < rect.right && clientY > rect.top && clientY < rect.bottom);
    };
    document.addEventListener('pointermove', look, { passive: true });
    return () => document.removeEventListener('pointermove', look);
  }, []);
  const leftMs = useRef(NOTIFY_ALIVE_MS);
  useEffect(() => {
    if (held) return;
    const since = Date.now();
    const timer = setTimeout(() => close(id), leftMs.current);
    return () => {
      clearTimeout(timer);
      leftMs.current -= Date.now() - since;
    };
  }, [held, id]);
  return (
    <span ref={box} className={styles.note}>
      <Icon name={icon} />
      {words}
    </span>
  );
}
