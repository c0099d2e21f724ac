import { z } from 'zod';

// What an editor may type, whatever it is for.

// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/;
// oxlint-disable-next-line no-control-regex
const CONTROL_BUT_NEW_LINE = /[\u0000-\u0009\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069]/;

/** A single line of text. Control and bidirectional characters are refused. */
export const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((text) => !CONTROL.test(text) && text.isWellFormed(), 'control characters');

/** Text with line breaks. */
export const paragraphs = (max: number) =>
  z
    .string()
    .overwrite((text) => text.replaceAll('\r\n', '\n').trim())
    .max(max)
    .refine((text) => !CONTROL_BUT_NEW_LINE.test(text) && text.isWellFormed(), 'control characters');

export const pictureReferenceSchema = z
  .string()
  .regex(/^(|[a-z0-9-]{1,80}(@[0-9a-f]{1,64})?)$/, 'not a reference to the picture store')
  .describe('Reference in the picture store');
