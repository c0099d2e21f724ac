import { useEffect, useRef, useState } from 'react';
import { invitationsText } from '#app/text/zh-hk/desk-invitations.ts';
import { openReader, type Reader } from './reader.ts';
import styles from './door.module.css';

const text = invitationsText.door;
const EACH_MS = 150;
/** A ticket that stays in the picture is scanned once. */
const SAME_MS = 2_000;

const waitMs = (ms: number) => new Promise((resolve) => void setTimeout(resolve, ms));

/** The camera, from its opening until it is removed. */
export function Scanner({ onCode }: { onCode: (scanned: string) => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const [fault, setFault] = useState('');
  const tell = useRef(onCode);
  useEffect(() => {
    tell.current = onCode;
  }, [onCode]);
  useEffect(() => {
    let isOver = false;
    let stream: MediaStream | null = null;
    let reader: Reader | null = null;
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
      reader?.stop();
    };
    const run = async () => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      reader = await openReader();
      const element = video.current;
      if (isOver || element === null) return stop();
      element.srcObject = stream;
      await element.play();
      let last = { scanned: '', atMs: 0 };
      while (!isOver) {
        const scanned = document.visibilityState === 'visible' ? await reader.read(element) : null;
        const atMs = performance.now();
        if (scanned !== null && !isOver) {
          const isSame = scanned === last.scanned && atMs - last.atMs < SAME_MS;
          last = { scanned, atMs };
          if (!isSame) tell.current(scanned);
        }
        await waitMs(EACH_MS);
      }
    };
    run().catch((error: unknown) => {
      stop();
      if (!isOver)
        setFault(error instanceof DOMException && error.name === 'NotAllowedError' ? text.refused : text.noCamera);
    });
    return () => {
      isOver = true;
      stop();
    };
  }, []);
  return fault === '' ? (
    <video ref={video} className={styles.camera} playsInline muted aria-label={text.camera} />
  ) : (
    <p className={styles.fault} role="alert">
      {fault}
    </p>
  );
}
