import { decodeQr } from './decode-qr.ts';

export interface Picture {
  pixels: Uint8ClampedArray;
  width: number;
  height: number;
}

// Off the main thread: a picture takes longer to decode than a frame may.
addEventListener('message', ({ data: { pixels, width, height } }: MessageEvent<Picture>) =>
  postMessage(decodeQr(pixels, width, height)),
);
