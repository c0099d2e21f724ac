import { expect, it } from 'vitest';
import { readSource } from '#domain/film-making/film-source.rules.ts';
import { DomainError } from '#shared/domain-error.ts';
import { filmReason } from './desk-films.ts';

const video = { index: 0, codec_type: 'video', codec_name: 'h264', width: 1280, height: 720, duration: '60' };
const audio = { index: 1, codec_type: 'audio', codec_name: 'aac', channels: 2, duration: '60' };
const whole = { format: { duration: '60' }, streams: [video, audio] };

it.each([
  ['no picture', { ...whole, streams: [audio] }],
  ['no sound', { ...whole, streams: [video] }],
  ['too small', { ...whole, streams: [{ ...video, width: 16, height: 16 }, audio] }],
  ['too short', { format: { duration: '4' }, streams: [video, audio].map((track) => ({ ...track, duration: '4' })) }],
  ['too long', { format: { duration: '20000' }, streams: [video, audio].map((t) => ({ ...t, duration: '20000' })) }],
])('says why a file is refused in words for editors: %s', (_why, probed) => {
  const reason = (() => {
    try {
      readSource(probed as never);
    } catch (error) {
      return String((error as DomainError).detail);
    }
    return '';
  })();
  expect(reason).toMatch(/^[a-z]/);
  expect(filmReason(reason)).toMatch(/^\p{Script=Han}/u);
});
