import { expect, it } from 'vitest';
import { mailText } from '#app/text/zh-hk/desk-members.ts';
import { mailSamples } from './mail-samples.words.ts';

it('names every mail in the timeline of its member', () => {
  const unnamed = mailSamples.map(({ mail }) => mailText(mail.template)).filter((words) => /[a-z]{3}/.test(words));
  expect(unnamed).toEqual([]);
});
