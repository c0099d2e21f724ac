import { getTableColumns, is } from 'drizzle-orm';
import { PgTable, type PgColumn } from 'drizzle-orm/pg-core';
import { expect, it } from 'vitest';
import { files, read, withoutComments } from './source.ts';

// Card numbers are entered only at the provider: a field of ours that accepts one would bring the whole site under PCI
// DSS. Stand-ins have such fields, like the providers they stand for.

/** Names of card fields: ours, those of providers' APIs, and browsers' autofill. */
const CARD_FIELD =
  /\b(?:card_?(?:no|num|number|pan|code)|pan(?:_?number)?|cvc2?|cvv2?|csc|cvn|security_?code|order_?acct|ep_?(?:month|year)|card_?holder(?:_?name)?|holder_?name)\b|\bcc-(?:number|csc|exp|name|type|given|family)/i;

const OURS = /^(?:app|db\/(?!migrations)|domain|server|shared)\S*\.tsx?$/;

const linesOf = (file: string, source: string) =>
  withoutComments(source)
    .split('\n')
    .flatMap((line, i) => (CARD_FIELD.test(line) ? [`${file}:${i + 1}: ${line.trim()}`] : []));

it('has no field that could take the number of a card, its code or its holder', () => {
  const sources = files(OURS).filter((file) => !/\.test\.tsx?$/.test(file));
  expect(sources.length).toBeGreaterThan(300);
  expect(sources.flatMap((file) => linesOf(file, read(file)))).toEqual([]);
});

it('sees such a field, however it is written', () => {
  for (const line of [
    '<input name="cardNo" />',
    'card_number: z.string(),',
    "cardNumber: text('card_number'),",
    '<input autoComplete="cc-number" />',
    '<input autocomplete="cc-csc">',
    "['orderAcct', digits],",
    'const { cvv } = form;',
    'holderName: text(),',
    "pan: text('pan'),",
  ])
    expect(linesOf('app/x.tsx', line), line).toHaveLength(1);
  for (const line of ['cardLast4', "cardScheme: text('card_scheme')", 'company: text()', 'span', 'keepsCard'])
    expect(linesOf('app/x.tsx', line), line).toEqual([]);
});

/** Stored card data: identification for the member, expiry, and the provider's token. */
const KEPT_OF_CARDS = /^card_(?:scheme|last4|ends_on)$/;

it('keeps of a card its scheme, its last four digits and its last day alone', async () => {
  const columns: string[] = [];
  for (const file of files(/^db\/tables\/.*\.ts$/)) {
    const module = (await import(/* @vite-ignore */ `#db/${file.slice('db/'.length)}`)) as Record<string, unknown>;
    for (const table of Object.values(module))
      if (is(table, PgTable))
        for (const { name } of Object.values<PgColumn>(getTableColumns(table)))
          if (/(^|_)cards?(_|$)/.test(name)) columns.push(name);
  }
  expect(columns.length).toBeGreaterThan(0);
  expect(columns.filter((name) => !KEPT_OF_CARDS.test(name))).toEqual([]);
});

it('takes no card in what providers tell it: their masked numbers are cut to four digits where they come in', () => {
  const kept = files(/^server\/outside\/(?:paydollar|mpgs)\/.*\.ts$/)
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => linesOf(file, read(file)).concat(/panFirst|accountHash/.test(read(file)) ? [file] : []));
  expect(kept).toEqual([]);
});
