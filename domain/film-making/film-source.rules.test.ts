import { describe, expect, it } from 'vitest';
import { DomainError } from '#shared/domain-error.ts';
import { readLoudness, readSource, toldOf, type Probed } from './film-source.rules.ts';

const video = {
  index: 0,
  codec_type: 'video',
  codec_name: 'h264',
  width: 1920,
  height: 1080,
  avg_frame_rate: '25/1',
  duration: '120.000000',
};
const audio = { index: 1, codec_type: 'audio', codec_name: 'aac', channels: 2, duration: '120.021333' };
const probed = (over: object = {}, sound: object = {}): Probed => ({
  streams: [
    { ...video, ...over },
    { ...audio, ...sound },
  ],
  format: { duration: '120.021333' },
});

const reasonOf = (of: Probed): string => {
  try {
    readSource(of);
  } catch (error) {
    if (error instanceof DomainError && error.errorName === 'unsupportedMediaType') return String(error.detail);
    throw error;
  }
  return 'taken';
};

describe('a file that is to be a film', () => {
  it('is measured as it is to be seen', () => {
    expect(readSource(probed())).toMatchObject({ durationMs: 120_000, width: 1920, height: 1080, rate: [25, 1] });
    // Portrait, and with non-square pixels.
    const turned = readSource(probed({ side_data_list: [{ rotation: -90 }] }));
    expect([turned.width, turned.height, turned.rotation]).toEqual([1080, 1920, -90]);
    expect(readSource(probed({ width: 720, height: 576, sample_aspect_ratio: '64:45' }))).toMatchObject({
      width: 1024,
    });
    expect(readSource(probed({ width: 641, height: 361 }))).toMatchObject({ width: 641, height: 361 });
  });

  it('takes the track of picture that is one, and no cover', () => {
    const cover = { ...video, index: 0, codec_name: 'mjpeg', disposition: { attached_pic: 1 } };
    const streams = [cover, { ...video, index: 1 }, { ...audio, index: 2 }];
    expect(readSource({ streams })).toMatchObject({ videoIndex: 1, audioIndex: 2, videoCodec: 'h264' });
    expect(reasonOf({ streams: [cover, { ...audio, index: 1 }] })).toMatch(/has no video track/);
  });

  it.each([
    ['24000/1001', [24_000, 1001]],
    ['24/1', [24, 1]],
    ['50/1', [25, 1]],
    ['60000/1001', [30_000, 1001]],
    ['60/1', [30, 1]],
    ['2997/100', [30_000, 1001]],
    ['14977/500', [30, 1]],
    ['0/0', [25, 1]],
  ])('of %s frames a second comes at a rate of screens', (told, rate) => {
    expect(readSource(probed({ avg_frame_rate: told, r_frame_rate: told })).rate).toEqual(rate);
  });

  it('says what is done to it', () => {
    const odd = { color_transfer: 'smpte2084', field_order: 'tt', side_data_list: [{ rotation: 90 }] };
    expect(toldOf(readSource(probed(odd))).join('\n')).toMatch(
      /2:00, 1080 by 1920.*\n.*rotated by 90.*\n.*HDR.*\n.*interlaced/,
    );
  });

  it.each([
    ['no picture', { streams: [audio] }, /no video track/],
    ['no sound', { streams: [video] }, /no audio track/],
    ['nothing at all', {}, /no video track/],
    ['an unknown coding', probed({ codec_name: 'unknown' }), /does not support the codec/],
    ['encryption', probed({ codec_tag_string: 'encv' }), /encrypted/],
    ['no length', { streams: [{ ...video, duration: undefined }, audio] }, /does not state its duration/],
    ['too little', probed({ duration: '9.9' }, { duration: '9.9' }), /9.9 s is below the minimum/],
    ['too much', probed({ duration: '14500' }, { duration: '14500' }), /241:40 exceeds the maximum/],
    ['a sound of another length', probed({}, { duration: '60' }), /video lasts 2:00 but the audio 1:00/],
    ['a tiny picture', probed({ width: 160, height: 90 }), /160 by 90 is below the minimum/],
    ['a huge picture', probed({ width: 16_384, height: 8_640 }), /exceeds the maximum/],
    ['a strip', probed({ width: 4000, height: 500 }), /implausible aspect ratio/],
    ['Dolby Vision alone', probed({ side_data_list: [{ dv_profile: 5 }] }), /Dolby Vision/],
    ['an empty track', probed({}, { channels: 0 }), /no channels/],
  ])('is refused for %s, with the reason', (_what, file, reason) => {
    expect(reasonOf(file)).toMatch(reason);
  });
});

describe('loudness', () => {
  const said = (integrated: string, peak: string) => `[Parsed_ebur128_2 @ 0x1] Summary:

  Integrated loudness:
    I:         ${integrated} LUFS
    Threshold: -33.4 LUFS

  Loudness range:
    LRA:         5.0 LU

  True peak:
    Peak:       ${peak} dBFS
`;
  it('is brought to -16 LUFS', () => {
    expect(readLoudness(said('-23.0', '-10.0'))).toEqual({ integratedLufs: -23, truePeakDbtp: -10, gainDb: 7 });
    expect(readLoudness(said('-9.5', '0.8')).gainDb).toBe(-6.5);
  });
  it('holds peaks down by six decibels at most', () => {
    expect(readLoudness(said('-30.0', '-3.0')).gainDb).toBe(7.5);
  });
  it('is refused where there is none', () => {
    for (const silence of ['-70.0', '-inf']) expect(() => readLoudness(said(silence, '-inf'))).toThrow(DomainError);
    expect(() => readLoudness('nothing')).toThrow(DomainError);
  });
});
