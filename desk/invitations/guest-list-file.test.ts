import { expect, it } from 'vitest';
import { MAX_OF_FILE } from '#domain/invitations/invitations.rules.ts';
import { readGuestList } from './guest-list-file.ts';

it('reads names, addresses and seats of CSV and of a spreadsheet, with or without a heading', () => {
  const people = [
    { given_name: '阿怡', email: 'yi@guest.example', seats: 2 },
    { given_name: '陳, "大" 文', email: 'man@guest.example', seats: 1 },
  ];
  const csv = '\uFEFF稱呼,電郵,位\r\n阿怡,yi@guest.example,2\r\n\r\n"陳, ""大"" 文",man@guest.example\r\n';
  expect(readGuestList(csv)).toEqual({ people });
  expect(readGuestList('阿怡\tyi@guest.example\t2\n陳, ""大"" 文\tman@guest.example\t')).toMatchObject({
    people: [people[0], { email: 'man@guest.example', seats: 1 }],
  });
});

it.each([
  ['name', 2, '阿怡,a@guest.example\n,b@guest.example'],
  ['email', 2, '阿怡,a@guest.example\n阿明,b@guest'],
  ['seats', 1, '阿怡,a@guest.example,11'],
  ['seats', 1, '阿怡,a@guest.example,兩'],
  ['empty', 0, '稱呼,電郵\n\n'],
  ['rows', MAX_OF_FILE + 1, Array.from({ length: MAX_OF_FILE + 1 }, (_, n) => `客,guest${n}@guest.example`).join('\n')],
])('names the first line that is wrong: %s', (kind, row, text) => {
  expect(readGuestList(text)).toEqual({ fault: { kind, row } });
});
