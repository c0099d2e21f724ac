import { describe, expect, it } from 'vitest';
import { checkForm, code, flag, id, nullable, oneOf, optional, text } from './fields.rules.ts';
import { picture } from './picture.rules.ts';
import { wireOf } from './wire.schema.ts';

const FORM = {
  name: text(20, { least: 2 }),
  note: text(50, { isOptional: true }),
  verify_code: code(4),
  kind: oneOf('a', 'b'),
  agreed: flag,
  change: nullable(id),
  alias: optional(text(20)),
  picture,
};
const whole = { name: 'x', note: '', verify_code: '1', kind: 'z', agreed: true, change: null };

describe('the body of a call, made of the rules of its form', () => {
  it('says of each field what its rule holds it to, so that no limit stands twice', () => {
    const { shape } = wireOf(FORM, { name: 'What it is called', picture: 'PNG or JPEG file' });
    const about = Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, field.description]));
    expect(about).toEqual({
      name: 'What it is called; 2 to 20 characters',
      note: 'at most 50 characters',
      verify_code: '4 characters',
      kind: 'one of a, b',
      agreed: '',
      change: '',
      alias: 'at most 20 characters; optional',
      picture: 'PNG or JPEG file; at most 5242880 bytes; optional',
    });
  });

  it('refuses shapes alone: what is wrong with a value its rule says, under the same codes', () => {
    const schema = wireOf(FORM);
    expect(schema.safeParse(whole).success).toBe(true);
    const faults = schema.safeParse({ ...whole, name: 7, kind: undefined }).error?.issues;
    expect(faults?.map(({ path, message }) => [path[0], message])).toEqual([
      ['name', 'format'],
      ['kind', 'required'],
    ]);
    // For a code, length is not checked separately.
    expect(schema.safeParse({ ...whole, verify_code: '1'.repeat(9_000) }).success).toBe(true);
    expect(schema.safeParse({ ...whole, name: 'x'.repeat(9_000) }).error?.issues[0]?.message).toBe('tooLong');
  });

  it('lets everything be left out where it is loose, so that all that is wrong is told at once', () => {
    const given = wireOf(FORM, {}, { isLoose: true }).parse({});
    expect(checkForm(FORM, given, new Date(0)).faults).toEqual([
      { field: 'name', code: 'required' },
      { field: 'verify_code', code: 'required' },
      { field: 'kind', code: 'required' },
    ]);
  });
});
