const NOTES_HZ = [660, 880];
const NOTE_S = 0.18;

/** Prepares audio output, which requires a user gesture. */
export function openChime(): AudioContext | null {
  try {
    const context = new AudioContext();
    void context.resume();
    return context;
  } catch {
    return null;
  }
}

/** Two short notes. If the browser blocks sound, the page shows the same. */
export function ring(context: AudioContext | null): void {
  if (context?.state !== 'running') return;
  const volume = context.createGain();
  volume.gain.value = 0.2;
  volume.connect(context.destination);
  for (const [i, hertz] of NOTES_HZ.entries()) {
    const note = context.createOscillator();
    note.frequency.value = hertz;
    note.connect(volume);
    note.start(context.currentTime + i * NOTE_S);
    note.stop(context.currentTime + (i + 1) * NOTE_S);
  }
}
