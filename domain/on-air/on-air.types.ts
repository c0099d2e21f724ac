/** Measures fragmented MP4 audio and returns what the filters `silencedetect` and `ebur128` of ffmpeg report. */
export type SoundMeter = (sound: Buffer) => Promise<string>;
