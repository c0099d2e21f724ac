import { echo, hiss, kick, level, lowPass, play, silence, voices, type Note, type Stereo } from './synth.ts';

/** 叱咤903: 125 beats a minute, 32 bars, four repeating chords, a call-and-response tune. */
export function song903(): Stereo {
  const out = silence();
  const beat = 0.48;
  const chords = [
    [57, 60, 64, 67], // Am7
    [53, 57, 60, 64], // Fmaj7
    [48, 55, 60, 64], // C
    [55, 59, 62, 65], // G7
  ];
  const tune = [
    76, 0, 74, 72, 0, 72, 74, 0, 76, 79, 0, 76, 74, 0, 72, 69, 72, 0, 74, 76, 0, 79, 81, 0, 79, 0, 76, 74, 0, 74, 71, 0,
  ];
  const pads: Note[] = [];
  const bass: Note[] = [];
  const plucks: Note[] = [];
  const lead: Note[] = [];
  for (let bar = 0; bar < 32; bar++) {
    const chord = chords[bar % 4]!;
    const t = bar * 4 * beat;
    for (const midi of chord) pads.push({ at: t, seconds: beat * 3.9, midi, gain: 0.055, pan: (midi % 5) / 5 - 0.4 });
    for (let eighth = 0; eighth < 8; eighth++)
      bass.push({
        at: t + eighth * beat * 0.5,
        seconds: beat * 0.4,
        midi: chord[0]! - 12 + (eighth === 7 ? 7 : 0),
        gain: eighth % 2 ? 0.16 : 0.22,
      });
    for (let sixteenth = 0; sixteenth < 16; sixteenth++) {
      if ((sixteenth * 3 + bar) % 4 === 3) continue;
      plucks.push({
        at: t + sixteenth * beat * 0.25,
        seconds: 0.1,
        midi: chord[(sixteenth * 3) % 4]! + 12,
        gain: 0.06,
        pan: sixteenth % 2 ? 0.5 : -0.5,
      });
    }
    const sings = bar % 16 >= 4;
    if (sings) {
      for (let eighth = 0; eighth < 8; eighth++) {
        const midi = tune[(bar % 4) * 8 + eighth]!;
        if (midi)
          lead.push({
            at: t + eighth * beat * 0.5,
            seconds: beat * 0.46,
            midi: midi - (bar >= 24 ? 0 : 12) + (bar % 8 >= 6 && eighth > 4 ? 12 : 0),
            gain: 0.1,
            pan: 0.1,
          });
      }
    }
    for (let quarter = 0; quarter < 4; quarter++) {
      const at = t + quarter * beat;
      if (bar % 16 !== 3 || quarter < 2) kick(out, at, 0.5);
      if (quarter % 2) hiss(out, at, { gain: 0.3, decay: 16, seed: bar * 4 + quarter, body: 0.7 });
      hiss(out, at + beat / 2, { gain: 0.16, decay: 40, seed: 900 + bar * 4 + quarter, pan: 0.3 });
    }
  }
  const wet = silence();
  play(wet, voices.pad, pads);
  play(wet, voices.pluck, plucks);
  play(wet, voices.lead, lead);
  echo(wet, beat * 0.75, 0.32);
  mix(out, wet);
  play(out, voices.bass, bass);
  lowPass(out);
  level(out, -18.5);
  return out;
}

/** A bar of the tune: start in beats, direction and number of steps in the chord's scale, duration in beats. */
type Phrase = [at: number, move: number, held: number][];
/** A four-bar question and its answer; steps adapt to each bar's chord. */
const PHRASES: Phrase[][] = [
  [
    [[0.66, 1, 0.3], [1, 1, 0.6], [1.66, -1, 0.3], [2, -1, 1.5]],
    [[1, 2, 0.6], [1.66, -1, 0.9], [3, -1, 0.8]],
    [[0.66, 1, 0.3], [1, 1, 0.6], [1.66, 1, 0.3], [2, -2, 1.5]],
    [[0, -1, 1.6]],
  ],
  [
    [[0, 1, 0.6], [0.66, 1, 0.9], [2, 1, 0.6], [2.66, -1, 1]],
    [[1, -1, 0.6], [1.66, -1, 0.3], [2, -1, 1.2]],
    [[0, 2, 0.6], [0.66, -1, 0.3], [1, -1, 0.6], [1.66, 1, 1.2]],
    [[0, -1, 2.4]],
  ],
]; // prettier-ignore

const isIn = (chord: readonly number[], midi: number) => chord.some((tone) => (tone - midi) % 12 === 0);

/** Walking bass of a bar: the root, two more chord tones upwards, and a half step into the next root. */
function walk(root: number, chord: readonly number[], next: number): number[] {
  const above = Array.from({ length: 12 }, (_, i) => root + 2 + i).filter((midi) => isIn(chord, midi));
  const [second = root + 7, third = root + 12] = above;
  return [root, second, third, next + (next > third ? -1 : 1)];
}

const C_MAJOR = [0, 2, 4, 5, 7, 9, 11];

/**
 * The next note of a tune: a chord tone on the beat; off it, also a note of C major that does not clash with the chord.
 */
function sing(from: number, move: number, chord: readonly number[], isOnBeat: boolean): number {
  const fits = (midi: number) =>
    isIn(chord, midi) || (!isOnBeat && C_MAJOR.includes(midi % 12) && !isIn(chord, midi - 1) && !isIn(chord, midi + 1));
  let midi = from;
  for (let step = 0; step < Math.abs(move); step++) {
    do midi += Math.sign(move);
    while (!fits(midi));
  }
  // Keeps to the range of an electric piano.
  return midi > 86 ? midi - 12 : midi < 66 ? midi + 12 : midi;
}

/** AM864: 93.75 beats a minute with swing, 24 bars of turnarounds, brushes and a walking bass. */
export function song864(): Stereo {
  const out = silence();
  const beat = 0.64;
  const bars: [root: number, colour: number[]][] = [
    [38, [62, 65, 69, 72]],
    [43, [59, 65, 69, 74]],
    [36, [60, 64, 67, 71]],
    [45, [61, 64, 67, 70]],
    [38, [60, 65, 69, 72]],
    [43, [59, 62, 65, 69]],
    [40, [59, 62, 67, 71]],
    [45, [58, 61, 64, 67]],
    [41, [60, 64, 69, 72]],
    [42, [60, 63, 66, 69]],
    [43, [60, 64, 67, 72]],
    [45, [61, 64, 67, 73]],
  ];
  const keys: Note[] = [];
  const bass: Note[] = [];
  const tune: Note[] = [];
  let midiSung = 76;
  for (let bar = 0; bar < 24; bar++) {
    const [root, colour] = bars[bar % 12]!;
    const next = bars[(bar + 1) % 12]![0];
    const t = bar * 4 * beat;
    const stabs = bar % 2 ? [0, 1.66, 3] : [0, 2.66];
    for (const stab of stabs)
      for (const [i, midi] of colour.entries())
        keys.push({ at: t + stab * beat, seconds: stab ? 0.5 : 1.1, midi, gain: 0.085, pan: i / 4 - 0.4 });
    for (const [i, midi] of walk(root, colour, next).entries())
      bass.push({ at: t + i * beat, seconds: beat * 0.85, midi, gain: 0.3 });
    for (const [at, move, held] of PHRASES[Math.floor(bar / 4) % 2]![bar % 4]!) {
      midiSung = sing(midiSung, move, colour, at % 1 === 0);
      tune.push({ at: t + at * beat, seconds: beat * held, midi: midiSung, gain: 0.11, pan: 0.25 });
    }
    for (let quarter = 0; quarter < 4; quarter++) {
      const at = t + quarter * beat;
      hiss(out, at, { gain: quarter % 2 ? 0.15 : 0.08, decay: 9, seed: bar * 8 + quarter, pan: -0.2 });
      hiss(out, at + beat * 0.66, { gain: 0.07, decay: 18, seed: 300 + bar * 8 + quarter, pan: -0.2 });
    }
  }
  const wet = silence();
  play(wet, voices.epiano, keys);
  play(wet, voices.epiano, tune);
  echo(wet, 0.19, 0.16);
  mix(out, wet);
  play(out, voices.bass, bass);
  lowPass(out);
  level(out, -19);
  return out;
}

/** The music bed under 雷霆881's voices: slow chords in the background. */
export function bed881(): Stereo {
  const out = silence();
  const beat = 0.96;
  const chords = [
    [50, 57, 62, 66],
    [47, 54, 59, 62],
    [43, 50, 59, 62],
    [45, 52, 57, 61],
  ];
  const pads: Note[] = [];
  const bells: Note[] = [];
  for (let bar = 0; bar < 16; bar++) {
    const chord = chords[bar % 4]!;
    const t = bar * 4 * beat;
    for (const midi of chord) pads.push({ at: t, seconds: beat * 4, midi, gain: 0.1, pan: (midi % 7) / 7 - 0.4 });
    for (const [i, midi] of [chord[1]! + 12, chord[3]! + 12, chord[2]! + 12].entries())
      bells.push({ at: t + (i * 1.5 + 0.5) * beat, seconds: 0.9, midi, gain: 0.07, pan: i / 2 - 0.5 });
  }
  play(out, voices.pad, pads);
  play(out, voices.epiano, bells);
  echo(out, beat * 0.5, 0.25);
  lowPass(out, 5_000);
  level(out, -31);
  return out;
}

export function mix(out: Stereo, other: Stereo): void {
  for (let i = 0; i < out.left.length; i++) {
    out.left[i]! += other.left[i]!;
    out.right[i]! += other.right[i]!;
  }
}
