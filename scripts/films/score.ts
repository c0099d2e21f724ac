import {
  echo,
  hertz,
  hiss,
  kick,
  level,
  lowPass,
  LOOP_SAMPLES,
  noise,
  play,
  RATE,
  silence,
  voices,
  type Note,
  type Stereo,
} from '../sound/synth.ts';
import type { Score } from './film-script.ts';

const LOOP_SECONDS = LOOP_SAMPLES / RATE;

/** Swelling broadband noise, like water, wind or a distant crowd. */
function swell(out: Stereo, { seconds, gain, dull }: { seconds: number; gain: number; dull: number }): void {
  const [left, right] = [noise(11), noise(23)];
  let [l, r] = [0, 0];
  const turns = Math.round(LOOP_SECONDS / seconds);
  for (let i = 0; i < LOOP_SAMPLES; i++) {
    const wave = 0.55 + 0.45 * Math.sin((2 * Math.PI * turns * i) / LOOP_SAMPLES);
    l += dull * (left() - l);
    r += dull * (right() - r);
    out.left[i]! += l * gain * wave;
    out.right[i]! += r * gain * wave;
  }
}

/** The two strokes of a tram's bell. */
function bell(out: Stereo, at: number): void {
  for (const [i, delay] of [0, 0.34].entries())
    for (let k = 0; k < RATE * 1.2; k++) {
      const age = k / RATE;
      const step = hertz(91 - i) * age;
      const value =
        0.14 * Math.exp(-age * 4.5) * (Math.sin(2 * Math.PI * step) + 0.5 * Math.sin(2 * Math.PI * step * 2.76));
      const place = (Math.round((at + delay) * RATE) + k) % LOOP_SAMPLES;
      out.left[place]! += value;
      out.right[place]! += value * 0.8;
    }
}

function placeOf(out: Stereo, place: Score['place']): void {
  switch (place) {
    case 'tram':
      swell(out, { seconds: 7.68, gain: 0.16, dull: 0.015 });
      for (const at of [4, 33.5]) bell(out, at);
      for (let at = 0.4; at < LOOP_SECONDS - 1; at += 1.92) hiss(out, at, { gain: 0.08, decay: 30, seed: 5 });
      break;
    case 'rain':
      swell(out, { seconds: 15.36, gain: 0.12, dull: 0.5 });
      for (let i = 0; i < 90; i++) hiss(out, (i * 17.3) % (LOOP_SECONDS - 1), { gain: 0.05, decay: 60, seed: i });
      break;
    case 'sea':
      swell(out, { seconds: 6.144, gain: 0.28, dull: 0.06 });
      break;
    case 'fire':
      swell(out, { seconds: 3.84, gain: 0.1, dull: 0.7 });
      for (let i = 0; i < 60; i++) hiss(out, (i * 23.7) % (LOOP_SECONDS - 1), { gain: 0.12, decay: 70, seed: 40 + i });
      break;
    case 'crowd':
      swell(out, { seconds: 10.24, gain: 0.2, dull: 0.12 });
      break;
    case 'wind':
      swell(out, { seconds: 12.288, gain: 0.3, dull: 0.03 });
      break;
    case 'none':
      break;
  }
}

/** A seamless loop of a minute of music. */
export function compose({ beat, chords, voice, drums, place }: Score): Stereo {
  const out = silence();
  const bars = Math.round(LOOP_SECONDS / beat / 4);
  const [pads, bass, tune]: [Note[], Note[], Note[]] = [[], [], []];
  for (let bar = 0; bar < bars; bar++) {
    const chord = chords[bar % chords.length]!;
    const t = bar * 4 * beat;
    for (const [i, midi] of chord.entries())
      pads.push({ at: t, seconds: beat * 3.9, midi, gain: 0.06, pan: (i / chord.length) * 0.8 - 0.4 });
    for (const half of [0, 2]) bass.push({ at: t + half * beat, seconds: beat * 1.8, midi: chord[0]! - 12, gain: 0.2 });
    // A question in one bar, an answer in the next, and occasional silence.
    if (bar % 8 < 6)
      for (const [i, step] of (bar % 2 ? [3, 2, 1] : [1, 2, 3, 2]).entries())
        tune.push({
          at: t + (bar % 2 ? i * 1.25 : i) * beat,
          seconds: beat * 0.9,
          midi: chord[step % chord.length]! + 12,
          gain: 0.09,
          pan: i % 2 ? 0.25 : -0.15,
        });
    for (let quarter = 0; quarter < 4 && drums !== 'none'; quarter++) {
      const at = t + quarter * beat;
      if (drums === 'full' && quarter % 2 === 0) kick(out, at, 0.4);
      hiss(out, at + beat / 2, { gain: drums === 'full' ? 0.14 : 0.06, decay: 30, seed: bar * 4 + quarter, pan: 0.2 });
    }
  }
  const wet = silence();
  play(wet, voices.pad, pads);
  play(wet, voices[voice], tune);
  echo(wet, beat * 0.75, 0.28);
  for (let i = 0; i < LOOP_SAMPLES; i++) {
    out.left[i]! += wet.left[i]!;
    out.right[i]! += wet.right[i]!;
  }
  play(out, voices.bass, bass);
  placeOf(out, place);
  lowPass(out, 8_000);
  level(out, -22);
  return out;
}
