import { z } from 'zod';
import { MAX_FILE_BYTES, MAX_WORDS_CHARS } from './webvtt.rules.ts';

/** The text of a WebVTT file, as actions take it. */
export const fileTextSchema = z
  .string()
  .min(1)
  .max(MAX_FILE_BYTES)
  .refine((text) => new TextEncoder().encode(text).length <= MAX_FILE_BYTES, `is longer than ${MAX_FILE_BYTES} bytes`);

/** The words of a cue on one line, as a file has them; empty: no cue. */
export const cueWordsSchema = z
  .string()
  .max(MAX_WORDS_CHARS)
  .refine((text) => text.isWellFormed() && !text.includes('\0'), 'control characters')
  .transform((text) => text.replaceAll(/\s+/g, ' ').trim());
