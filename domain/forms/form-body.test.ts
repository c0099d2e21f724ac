import { expect, it } from 'vitest';
import { readFormBody } from './form-body.ts';

const TYPE = 'application/x-www-form-urlencoded';
const read = async (body: string) => (await readFormBody(new Blob([body]).stream(), TYPE)).values;

it('reads fields without what can be kept and asked for nowhere', async () => {
  expect(await read('key=%00&code=a%00b&%00name=1&half=%ED%A0%80')).toEqual({
    key: '',
    code: 'ab',
    name: '1',
    half: '\ufffd\ufffd\ufffd',
  });
});
