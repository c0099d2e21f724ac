import type { Picture } from './qr-worker.ts';
// oxlint-disable-next-line import/default -- Vite gives the URL of the built worker.
import qrWorkerUrl from './qr-worker.ts?worker&url';

// Reads codes from a camera: by the browser where it can, by a worker elsewhere.

/** Of the worker, which is loaded when the camera needs it. */
export const DECODER_URL = qrWorkerUrl;

/** Wider pictures take longer and read no better. */
const MAX_PX = 640;

interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
}

export interface Reader {
  /** The text of a code in the present picture. */
  read(video: HTMLVideoElement): Promise<string | null>;
  stop(): void;
}

async function browserReader(): Promise<Reader | null> {
  const { BarcodeDetector: Class } = globalThis as { BarcodeDetector?: DetectorClass };
  const formats = (await Class?.getSupportedFormats().catch(() => null)) ?? [];
  if (!Class || !formats.includes('qr_code')) return null;
  const detector = new Class({ formats: ['qr_code'] });
  return {
    read: async (video) => (await detector.detect(video))[0]?.rawValue || null,
    stop: () => undefined,
  };
}

function workerReader(): Reader {
  const worker = new Worker(DECODER_URL);
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  return {
    read: (video) =>
      new Promise((resolve, reject) => {
        const scale = Math.min(1, MAX_PX / Math.max(video.videoWidth, video.videoHeight, 1));
        const [width, height] = [Math.round(video.videoWidth * scale), Math.round(video.videoHeight * scale)];
        if (width === 0 || height === 0) return resolve(null);
        Object.assign(canvas, { width, height });
        context.drawImage(video, 0, 0, width, height);
        const pixels = context.getImageData(0, 0, width, height).data;
        const settled = new AbortController();
        const settle = (event: MessageEvent<string | null> | ErrorEvent) => {
          settled.abort();
          if (event instanceof ErrorEvent) reject(new Error('the decoder failed'));
          else resolve(event.data);
        };
        worker.addEventListener('message', settle, settled);
        worker.addEventListener('error', settle, settled);
        worker.postMessage({ pixels, width, height } satisfies Picture, [pixels.buffer]);
        return undefined;
      }),
    stop: () => worker.terminate(),
  };
}

export const openReader = async (): Promise<Reader> => (await browserReader()) ?? workerReader();
