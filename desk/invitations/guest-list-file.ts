import type { Invitee } from '#domain/invitations/guest-events.schema.ts';
import { EMAIL_MAX, MAX_OF_FILE, MAX_SEATS, NAME_MAX } from '#domain/invitations/invitations.rules.ts';

export interface GuestListFault {
  kind: 'name' | 'email' | 'seats' | 'rows' | 'empty';
  /** From 1, as the file has them. */
  row: number;
}

const EMAIL = /^[^\s@,;]+@[^\s@,;]+\.[^\s@,;]+$/;

/** Cells of a line of CSV or of what is copied from a spreadsheet; quotes as in RFC 4180. */
function cellsOf(line: string): string[] {
  const separator = line.includes('\t') ? '\t' : ',';
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let i = 0; i < line.length; i++) {
    const letter = line[i]!;
    if (letter === '"' && isQuoted && line[i + 1] === '"') {
      cell += '"';
      i++;
    } else if (letter === '"') isQuoted = !isQuoted;
    else if (letter === separator && !isQuoted) {
      cells.push(cell.trim());
      cell = '';
    } else cell += letter;
  }
  return [...cells, cell.trim()];
}

/** People of a list: name, address, and seats, of which one is assumed. A first line without an address is a heading. */
export function readGuestList(text: string): { people: Invitee[] } | { fault: GuestListFault } {
  const people: Invitee[] = [];
  // A spreadsheet may begin the file with a byte order mark.
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  for (const [i, line] of lines.entries()) {
    const row = i + 1;
    if (line.trim() === '') continue;
    const [name = '', email = '', seats = ''] = cellsOf(line);
    if (people.length === 0 && row === 1 && !email.includes('@')) continue;
    if (name === '' || name.length > NAME_MAX) return { fault: { kind: 'name', row } };
    if (!EMAIL.test(email) || email.length > EMAIL_MAX) return { fault: { kind: 'email', row } };
    const count = seats === '' ? 1 : Number(seats);
    if (!Number.isInteger(count) || count < 1 || count > MAX_SEATS) return { fault: { kind: 'seats', row } };
    people.push({ given_name: name, email, seats: count });
    if (people.length > MAX_OF_FILE) return { fault: { kind: 'rows', row } };
  }
  return people.length === 0 ? { fault: { kind: 'empty', row: 0 } } : { people };
}
